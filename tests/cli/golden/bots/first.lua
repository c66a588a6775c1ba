-- The first move of the list: a bot for tests to change.
return {
  name = "first",
  choose = function(state)
    return state:moves()[1]
  end,
}
