-- Bytes that are not UTF-8, in a comment and a string: ÿÀ ÿÀ
-- expect: forfeit: non_utf8_text.lua
return { choose = function() error "\xff\xfe\x80" end }
