-- One of everything, as version 19 wrote it.
INSERT INTO alive VALUES (1, 1767225600000000000);
INSERT INTO entry VALUES ('A', 3, 1, CAST('{"all":3}' AS BLOB)), ('A', 4, 0, CAST('{"step":4}' AS BLOB));
INSERT INTO claim VALUES ('A', 'a process long gone', 1767225600000000000, 0, 0);
INSERT INTO header VALUES ('A', CAST('{"all":4}' AS BLOB));
INSERT INTO aside VALUES ('B', 1, 0, CAST('{' AS BLOB), 'it is cut off', 1767225600000000000);
INSERT INTO finished VALUES (1, 'm1', 'ROOM', 'An evening', 'davinci', 1767225541123456789, 1767225601123456789, 1,
    '[1]', '[2.5,-1]',
    '{"game":"davinci","version":2,"seats":2,"seed":"0102030000000000000000000000000000000000000000000000000000000000","options":{"rounds":"3"},"moves":null}', 1, NULL, 'operator');
INSERT INTO record VALUES (1, 'parlor match 2', 'a signature');
INSERT INTO moves VALUES (1, '["1 draw black","2 guess 1 2 \"3\""]');
INSERT INTO player VALUES (1, 0, 'ann', 'the one called ann', 0, 0, 'davinci', 1767225601123456789, 0, 1, 1, '[0]', 'Ann', '000102030405060708090a0b0c0d0e0f');
INSERT INTO player VALUES (1, 1, NULL, 'Cecilia', 0, 2, 'davinci', 1767225601123456789, 0, 0, 0, '', '', '');
INSERT INTO account VALUES ('ann', 'the one called ann', 0, NULL, 1770091506000000007, 1770091506000000007, 0, 'theonecalledann');
INSERT INTO identity VALUES ('ann', 'ann'), ('laptop', 'ann');
INSERT INTO rating VALUES ('ann', 'davinci', 30.5, 2.5, 0, -25.5, 41, 23, -2, 6, 'ann', 'ann', 1767225601123456789, 1);
INSERT INTO ban VALUES ('203.0.113.7/32', 1767225600000000000, 4102444800000000000, 'it was too loud', 1);
INSERT INTO visited VALUES ('guest:somebody', 1767225600000000000);
INSERT INTO tie VALUES ('ann', 'bea', 'Bea', 1, 0, 1767225600000000000);
INSERT INTO evening VALUES ('E', CAST('{"code":"E"}' AS BLOB));
INSERT INTO report VALUES (7, 4070908800000000000, 'ann', 'Ann', 'bea', 'Bea', 'She was rude.', 'ROOM', 'davinci', 'm1', '[]', 0);
INSERT INTO webhook VALUES ('ann', 'https://hooks.example.com/secret', 1767225600000000000, 2, 0);
INSERT INTO stream VALUES (1, 'a cluster', 57);
INSERT INTO offer VALUES ('CODE', 'ann', 4102444800000000000);
INSERT INTO salt VALUES (1, x'000102030405060708090a0b0c0d0e0f');
INSERT INTO deleted VALUES ('deleted:1', 'deleted:1', 4102444800000000000);
INSERT INTO tie VALUES ('ann', 'deleted:1', 'a deleted account', 0, 1, 1767225600000000000);
