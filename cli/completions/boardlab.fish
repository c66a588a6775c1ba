# Completion of boardlab in fish: install it in share/fish/vendor_completions.d.

# The words up to the cursor without their quotes, the last of which may be open. A tilde stands for
# the home folder.
function __boardlab_words
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l last (string unescape -- $typed; or string unescape -- $typed"'"; or string unescape -- $typed'"')
    string replace -r -- '^~(?=/|$)' $HOME $words "$last"
end

function __boardlab_complete
    set -l words (__boardlab_words)
    set -l candidates (command $words[1] __complete $words[2..-1] 2>/dev/null)
    if string match -q '~*' -- (commandline -ct)
        set candidates (string replace -- $HOME '~' $candidates)
    end
    printf '%s\n' $candidates
end

complete -c boardlab -f -a '(__boardlab_complete)'
