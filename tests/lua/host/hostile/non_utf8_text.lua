-- Bytes that are no UTF-8, in a comment and a text: ÿÀ ÿÀ
-- expect: forfeit: non_utf8_text.lua
return { choose = function() error "\xff\xfe\x80" end }
