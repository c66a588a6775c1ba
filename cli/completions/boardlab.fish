# Completion of boardlab in fish: install it in share/fish/vendor_completions.d.

function __boardlab_complete
    set -l words (commandline -opc) (commandline -ct)
    command $words[1] __complete $words[2..-1] 2>/dev/null
end

complete -c boardlab -f -a '(__boardlab_complete)'
