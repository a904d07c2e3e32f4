-- Folds letters such as "ł" and curly apostrophes in the names that are stored, as the worker does for new ones.
DROP TRIGGER clients_search_insert;
--> statement-breakpoint
DROP TRIGGER clients_search_update;
--> statement-breakpoint
DROP TRIGGER clients_search_delete;
--> statement-breakpoint
UPDATE book_clients SET folded_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(folded_name, 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '’', ''''), '‘', ''''), 'ʼ', ''''), '′', ''''), '´', ''''), '＇', '''')
  WHERE folded_name IS NOT NULL;
--> statement-breakpoint
UPDATE book_clients SET folded_company =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(folded_company, 'ł', 'l'), 'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '’', ''''), '‘', ''''), 'ʼ', ''''), '′', ''''), '´', ''''), '＇', '''')
  WHERE folded_company IS NOT NULL;
--> statement-breakpoint
DROP TABLE clients_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE clients_search USING fts5(
  name, folded_name, email, company, folded_company, phone_digits, content='book_clients', content_rowid='seq',
  tokenize='trigram remove_diacritics 1');
--> statement-breakpoint
INSERT INTO clients_search(clients_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER agent_time_zone_changed AFTER UPDATE OF time_zone ON profiles
WHEN old.time_zone IS NOT new.time_zone BEGIN
  UPDATE agent_clients SET revision = revision + 1, next_at = '' WHERE client_id IN (
    SELECT c.id FROM book_clients c WHERE c.bookkeeper_id = new.id
    UNION SELECT a.client_id FROM book_client_auth a WHERE a.auth_user_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_insert AFTER INSERT ON book_clients BEGIN
  INSERT INTO clients_search(rowid, name, folded_name, email, company, folded_company, phone_digits)
    VALUES (new.seq,
      new.name, new.folded_name, new.email, new.company, new.folded_company, new.phone_digits);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_update AFTER UPDATE OF
  name, folded_name, email, company, folded_company, phone ON book_clients
WHEN old.name IS NOT new.name
  OR old.folded_name IS NOT new.folded_name
  OR old.email IS NOT new.email
  OR old.company IS NOT new.company
  OR old.folded_company IS NOT new.folded_company
  OR old.phone IS NOT new.phone
BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, folded_name, email, company, folded_company, phone_digits)
    VALUES ('delete', old.seq,
      old.name, old.folded_name, old.email, old.company, old.folded_company, old.phone_digits);
  INSERT INTO clients_search(rowid, name, folded_name, email, company, folded_company, phone_digits)
    VALUES (new.seq,
      new.name, new.folded_name, new.email, new.company, new.folded_company, new.phone_digits);
END;
--> statement-breakpoint
CREATE TRIGGER clients_search_delete AFTER DELETE ON book_clients BEGIN
  INSERT INTO clients_search(clients_search, rowid, name, folded_name, email, company, folded_company, phone_digits)
    VALUES ('delete', old.seq,
      old.name, old.folded_name, old.email, old.company, old.folded_company, old.phone_digits);
END;
