-- Who is kept out by the operator: a proved ID, a network, or "newcomers".
CREATE TABLE ban (
    who   TEXT PRIMARY KEY,
    made  INTEGER NOT NULL,
    until INTEGER NOT NULL,
    note  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
