-- What people reported. Persons are accounts' IDs, or proved ones where there is no
-- account; the names are those that both had then.
CREATE TABLE report (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    person     TEXT NOT NULL,
    name       TEXT NOT NULL,
    about      TEXT NOT NULL,
    about_name TEXT NOT NULL,
    words      TEXT NOT NULL,
    room       TEXT NOT NULL, -- code; empty for none
    game       TEXT NOT NULL,
    played     TEXT NOT NULL, -- as finished.id; empty for none
    heard      TEXT NOT NULL, -- JSON, a list of lines with the IDs of who said them
    done       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX report_by_person ON report (person);
CREATE INDEX report_by_about ON report (about);
