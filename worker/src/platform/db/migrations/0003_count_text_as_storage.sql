CREATE TABLE `workform_changes` (
	`workform_id` text PRIMARY KEY NOT NULL,
	`firm_id` text NOT NULL,
	`changed_by` text NOT NULL,
	`after_client` text DEFAULT '' NOT NULL,
	`due_at` text NOT NULL,
	FOREIGN KEY (`workform_id`) REFERENCES `book_workforms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `workform_changes_due` ON `workform_changes` (`due_at`);--> statement-breakpoint
ALTER TABLE `firm_storage` ADD `bytes_before` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER firm_storage_added;
--> statement-breakpoint
DROP TRIGGER firm_storage_removed;
--> statement-breakpoint
DROP TRIGGER firm_storage_restored;
--> statement-breakpoint
DROP TRIGGER firm_storage_gone;
--> statement-breakpoint
CREATE TRIGGER firm_storage_firm_added AFTER INSERT ON firms BEGIN
  INSERT INTO firm_storage (firm_id, bytes) VALUES (new.id, 0);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_firm_gone AFTER DELETE ON firms BEGIN
  DELETE FROM firm_storage WHERE firm_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_files_added AFTER INSERT ON files WHEN iif(new.state = 'removed', 0, new.size) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (iif(new.state = 'removed', 0, new.size))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_files_changed AFTER UPDATE OF "state", "size" ON files
WHEN iif(new.state = 'removed', 0, new.size) <> iif(old.state = 'removed', 0, old.size) BEGIN
  UPDATE firm_storage SET bytes = bytes + (iif(new.state = 'removed', 0, new.size) - (iif(old.state = 'removed', 0, old.size)))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_files_gone AFTER DELETE ON files WHEN iif(old.state = 'removed', 0, old.size) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(iif(old.state = 'removed', 0, old.size)))
  WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_audit_log_added AFTER INSERT ON audit_log WHEN 200 + coalesce(octet_length(new."detail"), 0) + iif(instr(new.detail, '"evidence_object"') > 0,
    coalesce(new.detail ->> '$.evidence_object.bytes', 0), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (200 + coalesce(octet_length(new."detail"), 0) + iif(instr(new.detail, '"evidence_object"') > 0,
    coalesce(new.detail ->> '$.evidence_object.bytes', 0), 0))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_audit_log_changed AFTER UPDATE OF "detail" ON audit_log
WHEN 200 + coalesce(octet_length(new."detail"), 0) + iif(instr(new.detail, '"evidence_object"') > 0,
    coalesce(new.detail ->> '$.evidence_object.bytes', 0), 0) <> 200 + coalesce(octet_length(old."detail"), 0) + iif(instr(old.detail, '"evidence_object"') > 0,
    coalesce(old.detail ->> '$.evidence_object.bytes', 0), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (200 + coalesce(octet_length(new."detail"), 0) + iif(instr(new.detail, '"evidence_object"') > 0,
    coalesce(new.detail ->> '$.evidence_object.bytes', 0), 0) - (200 + coalesce(octet_length(old."detail"), 0) + iif(instr(old.detail, '"evidence_object"') > 0,
    coalesce(old.detail ->> '$.evidence_object.bytes', 0), 0)))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_audit_log_gone AFTER DELETE ON audit_log WHEN 200 + coalesce(octet_length(old."detail"), 0) + iif(instr(old.detail, '"evidence_object"') > 0,
    coalesce(old.detail ->> '$.evidence_object.bytes', 0), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(200 + coalesce(octet_length(old."detail"), 0) + iif(instr(old.detail, '"evidence_object"') > 0,
    coalesce(old.detail ->> '$.evidence_object.bytes', 0), 0)))
  WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_webhook_deliveries_added AFTER INSERT ON webhook_deliveries WHEN coalesce(octet_length(new."body"), 0) + coalesce(octet_length(new."answer"), 0) + coalesce(octet_length(new."error"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."body"), 0) + coalesce(octet_length(new."answer"), 0) + coalesce(octet_length(new."error"), 0))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_webhook_deliveries_changed AFTER UPDATE OF "body", "answer", "error" ON webhook_deliveries
WHEN coalesce(octet_length(new."body"), 0) + coalesce(octet_length(new."answer"), 0) + coalesce(octet_length(new."error"), 0) <> coalesce(octet_length(old."body"), 0) + coalesce(octet_length(old."answer"), 0) + coalesce(octet_length(old."error"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."body"), 0) + coalesce(octet_length(new."answer"), 0) + coalesce(octet_length(new."error"), 0) - (coalesce(octet_length(old."body"), 0) + coalesce(octet_length(old."answer"), 0) + coalesce(octet_length(old."error"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_webhook_deliveries_gone AFTER DELETE ON webhook_deliveries WHEN coalesce(octet_length(old."body"), 0) + coalesce(octet_length(old."answer"), 0) + coalesce(octet_length(old."error"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."body"), 0) + coalesce(octet_length(old."answer"), 0) + coalesce(octet_length(old."error"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_clients_added AFTER INSERT ON book_clients WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."email"), 0) + coalesce(octet_length(new."phone"), 0) + coalesce(octet_length(new."company"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."email"), 0) + coalesce(octet_length(new."phone"), 0) + coalesce(octet_length(new."company"), 0))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_clients_changed AFTER UPDATE OF "name", "email", "phone", "company" ON book_clients
WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."email"), 0) + coalesce(octet_length(new."phone"), 0) + coalesce(octet_length(new."company"), 0) <> coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."email"), 0) + coalesce(octet_length(old."phone"), 0) + coalesce(octet_length(old."company"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."email"), 0) + coalesce(octet_length(new."phone"), 0) + coalesce(octet_length(new."company"), 0) - (coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."email"), 0) + coalesce(octet_length(old."phone"), 0) + coalesce(octet_length(old."company"), 0)))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_clients_gone AFTER DELETE ON book_clients WHEN coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."email"), 0) + coalesce(octet_length(old."phone"), 0) + coalesce(octet_length(old."company"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."email"), 0) + coalesce(octet_length(old."phone"), 0) + coalesce(octet_length(old."company"), 0)))
  WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_client_notes_added AFTER INSERT ON client_notes WHEN coalesce(octet_length(new."text"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."text"), 0))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_client_notes_changed AFTER UPDATE OF "text" ON client_notes
WHEN coalesce(octet_length(new."text"), 0) <> coalesce(octet_length(old."text"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."text"), 0) - (coalesce(octet_length(old."text"), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_client_notes_gone AFTER DELETE ON client_notes WHEN coalesce(octet_length(old."text"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."text"), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = old.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_clients_added AFTER INSERT ON agent_clients WHEN coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."preferences"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."preferences"), 0))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_clients_changed AFTER UPDATE OF "notes", "preferences" ON agent_clients
WHEN coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."preferences"), 0) <> coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."preferences"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."preferences"), 0) - (coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."preferences"), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_clients_gone AFTER DELETE ON agent_clients WHEN coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."preferences"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."preferences"), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = old.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_notifications_added AFTER INSERT ON book_client_notifications WHEN iif(coalesce(octet_length(new."message"), 0) > 1000, coalesce(octet_length(new."message"), 0), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (iif(coalesce(octet_length(new."message"), 0) > 1000, coalesce(octet_length(new."message"), 0), 0))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_notifications_changed AFTER UPDATE OF "message" ON book_client_notifications
WHEN iif(coalesce(octet_length(new."message"), 0) > 1000, coalesce(octet_length(new."message"), 0), 0) <> iif(coalesce(octet_length(old."message"), 0) > 1000, coalesce(octet_length(old."message"), 0), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (iif(coalesce(octet_length(new."message"), 0) > 1000, coalesce(octet_length(new."message"), 0), 0) - (iif(coalesce(octet_length(old."message"), 0) > 1000, coalesce(octet_length(old."message"), 0), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_notifications_gone AFTER DELETE ON book_client_notifications WHEN iif(coalesce(octet_length(old."message"), 0) > 1000, coalesce(octet_length(old."message"), 0), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(iif(coalesce(octet_length(old."message"), 0) > 1000, coalesce(octet_length(old."message"), 0), 0)))
  WHERE firm_id = (SELECT o.firm_id FROM book_clients o WHERE o.id = old.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_follow_ups_added AFTER INSERT ON follow_ups WHEN coalesce(octet_length(new."subject"), 0) + coalesce(octet_length(new."text"), 0) + coalesce(octet_length(new."about"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."subject"), 0) + coalesce(octet_length(new."text"), 0) + coalesce(octet_length(new."about"), 0))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_follow_ups_changed AFTER UPDATE OF "subject", "text", "about" ON follow_ups
WHEN coalesce(octet_length(new."subject"), 0) + coalesce(octet_length(new."text"), 0) + coalesce(octet_length(new."about"), 0) <> coalesce(octet_length(old."subject"), 0) + coalesce(octet_length(old."text"), 0) + coalesce(octet_length(old."about"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."subject"), 0) + coalesce(octet_length(new."text"), 0) + coalesce(octet_length(new."about"), 0) - (coalesce(octet_length(old."subject"), 0) + coalesce(octet_length(old."text"), 0) + coalesce(octet_length(old."about"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_follow_ups_gone AFTER DELETE ON follow_ups WHEN coalesce(octet_length(old."subject"), 0) + coalesce(octet_length(old."text"), 0) + coalesce(octet_length(old."about"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."subject"), 0) + coalesce(octet_length(old."text"), 0) + coalesce(octet_length(old."about"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_chat_messages_added AFTER INSERT ON chat_messages WHEN coalesce(octet_length(new."message"), 0) + coalesce(octet_length(new."attachments"), 0) + coalesce(octet_length(new."about"), 0) + coalesce(octet_length(new."mail"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."message"), 0) + coalesce(octet_length(new."attachments"), 0) + coalesce(octet_length(new."about"), 0) + coalesce(octet_length(new."mail"), 0))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.bookkeeper_id) FROM chat_threads o WHERE o.id = new.thread_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_chat_messages_changed AFTER UPDATE OF "message", "attachments", "about", "mail" ON chat_messages
WHEN coalesce(octet_length(new."message"), 0) + coalesce(octet_length(new."attachments"), 0) + coalesce(octet_length(new."about"), 0) + coalesce(octet_length(new."mail"), 0) <> coalesce(octet_length(old."message"), 0) + coalesce(octet_length(old."attachments"), 0) + coalesce(octet_length(old."about"), 0) + coalesce(octet_length(old."mail"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."message"), 0) + coalesce(octet_length(new."attachments"), 0) + coalesce(octet_length(new."about"), 0) + coalesce(octet_length(new."mail"), 0) - (coalesce(octet_length(old."message"), 0) + coalesce(octet_length(old."attachments"), 0) + coalesce(octet_length(old."about"), 0) + coalesce(octet_length(old."mail"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.bookkeeper_id) FROM chat_threads o WHERE o.id = new.thread_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_chat_messages_gone AFTER DELETE ON chat_messages WHEN coalesce(octet_length(old."message"), 0) + coalesce(octet_length(old."attachments"), 0) + coalesce(octet_length(old."about"), 0) + coalesce(octet_length(old."mail"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."message"), 0) + coalesce(octet_length(old."attachments"), 0) + coalesce(octet_length(old."about"), 0) + coalesce(octet_length(old."mail"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.bookkeeper_id) FROM chat_threads o WHERE o.id = old.thread_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_workforms_added AFTER INSERT ON book_workforms WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_workforms_changed AFTER UPDATE OF "name", "description", "fields" ON book_workforms
WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) <> coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) - (coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0)))
  WHERE firm_id = new.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_workforms_gone AFTER DELETE ON book_workforms WHEN coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0)))
  WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_versions_added AFTER INSERT ON workform_versions WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0))
  WHERE firm_id = (SELECT w.firm_id FROM book_workforms w WHERE w.id = new.workform_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_versions_changed AFTER UPDATE OF "name", "description", "fields" ON workform_versions
WHEN coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) <> coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."name"), 0) + coalesce(octet_length(new."description"), 0) + coalesce(octet_length(new."fields"), 0) - (coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0)))
  WHERE firm_id = (SELECT w.firm_id FROM book_workforms w WHERE w.id = new.workform_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_versions_gone AFTER DELETE ON workform_versions WHEN coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."name"), 0) + coalesce(octet_length(old."description"), 0) + coalesce(octet_length(old."fields"), 0)))
  WHERE firm_id = (SELECT w.firm_id FROM book_workforms w WHERE w.id = old.workform_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_form_submissions_added AFTER INSERT ON book_form_submissions WHEN coalesce(octet_length(new."data"), 0) + coalesce(octet_length(new."non_answers"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."data"), 0) + coalesce(octet_length(new."non_answers"), 0))
  WHERE firm_id = (SELECT c.firm_id FROM book_clients c WHERE c.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_form_submissions_changed AFTER UPDATE OF "data", "non_answers" ON book_form_submissions
WHEN coalesce(octet_length(new."data"), 0) + coalesce(octet_length(new."non_answers"), 0) <> coalesce(octet_length(old."data"), 0) + coalesce(octet_length(old."non_answers"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."data"), 0) + coalesce(octet_length(new."non_answers"), 0) - (coalesce(octet_length(old."data"), 0) + coalesce(octet_length(old."non_answers"), 0)))
  WHERE firm_id = (SELECT c.firm_id FROM book_clients c WHERE c.id = new.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_form_submissions_gone AFTER DELETE ON book_form_submissions WHEN coalesce(octet_length(old."data"), 0) + coalesce(octet_length(old."non_answers"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."data"), 0) + coalesce(octet_length(old."non_answers"), 0)))
  WHERE firm_id = (SELECT c.firm_id FROM book_clients c WHERE c.id = old.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_assignments_added AFTER INSERT ON agent_assignments WHEN coalesce(octet_length(new."preferences"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."preferences"), 0))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_assignments_changed AFTER UPDATE OF "preferences" ON agent_assignments
WHEN coalesce(octet_length(new."preferences"), 0) <> coalesce(octet_length(old."preferences"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."preferences"), 0) - (coalesce(octet_length(old."preferences"), 0)))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_agent_assignments_gone AFTER DELETE ON agent_assignments WHEN coalesce(octet_length(old."preferences"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."preferences"), 0)))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = old.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_section_statuses_added AFTER INSERT ON workform_section_statuses WHEN coalesce(octet_length(new."notes"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_section_statuses_changed AFTER UPDATE OF "notes" ON workform_section_statuses
WHEN coalesce(octet_length(new."notes"), 0) <> coalesce(octet_length(old."notes"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0) - (coalesce(octet_length(old."notes"), 0)))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = new.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_workform_section_statuses_gone AFTER DELETE ON workform_section_statuses WHEN coalesce(octet_length(old."notes"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."notes"), 0)))
  WHERE firm_id = (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = old.submission_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_workforms_added AFTER INSERT ON book_client_workforms WHEN coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."rejection_reason"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."rejection_reason"), 0))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.assigned_by);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_workforms_changed AFTER UPDATE OF "notes", "rejection_reason" ON book_client_workforms
WHEN coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."rejection_reason"), 0) <> coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."rejection_reason"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."notes"), 0) + coalesce(octet_length(new."rejection_reason"), 0) - (coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."rejection_reason"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.assigned_by);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_workforms_gone AFTER DELETE ON book_client_workforms WHEN coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."rejection_reason"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."notes"), 0) + coalesce(octet_length(old."rejection_reason"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.assigned_by);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_drafts_added AFTER INSERT ON section_drafts WHEN coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = new.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_drafts_changed AFTER UPDATE OF "answers", "non_answers" ON section_drafts
WHEN coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) <> coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) - (coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = new.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_drafts_gone AFTER DELETE ON section_drafts WHEN coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = old.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_reviews_added AFTER INSERT ON section_reviews WHEN coalesce(octet_length(new."marks"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."marks"), 0))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = new.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_reviews_changed AFTER UPDATE OF "marks" ON section_reviews
WHEN coalesce(octet_length(new."marks"), 0) <> coalesce(octet_length(old."marks"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."marks"), 0) - (coalesce(octet_length(old."marks"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = new.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_reviews_gone AFTER DELETE ON section_reviews WHEN coalesce(octet_length(old."marks"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."marks"), 0)))
  WHERE firm_id = (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = old.assignment_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_attempts_added AFTER INSERT ON section_attempts WHEN coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) + coalesce(octet_length(new."files"), 0) + coalesce(octet_length(new."flags"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) + coalesce(octet_length(new."files"), 0) + coalesce(octet_length(new."flags"), 0))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_attempts_changed AFTER UPDATE OF "answers", "non_answers", "files", "flags" ON section_attempts
WHEN coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) + coalesce(octet_length(new."files"), 0) + coalesce(octet_length(new."flags"), 0) <> coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) + coalesce(octet_length(old."files"), 0) + coalesce(octet_length(old."flags"), 0) BEGIN
  UPDATE firm_storage SET bytes = bytes + (coalesce(octet_length(new."answers"), 0) + coalesce(octet_length(new."non_answers"), 0) + coalesce(octet_length(new."files"), 0) + coalesce(octet_length(new."flags"), 0) - (coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) + coalesce(octet_length(old."files"), 0) + coalesce(octet_length(old."flags"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = new.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_section_attempts_gone AFTER DELETE ON section_attempts WHEN coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) + coalesce(octet_length(old."files"), 0) + coalesce(octet_length(old."flags"), 0) > 0 BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce(octet_length(old."answers"), 0) + coalesce(octet_length(old."non_answers"), 0) + coalesce(octet_length(old."files"), 0) + coalesce(octet_length(old."flags"), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.bookkeeper_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_clients_going BEFORE DELETE ON book_clients BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce((SELECT sum(coalesce(octet_length(client_notes."text"), 0)) FROM client_notes WHERE client_notes.client_id = old.id), 0)
    + coalesce((SELECT sum(coalesce(octet_length(agent_clients."notes"), 0) + coalesce(octet_length(agent_clients."preferences"), 0)) FROM agent_clients WHERE agent_clients.client_id = old.id), 0)
    + coalesce((SELECT sum(iif(coalesce(octet_length(book_client_notifications."message"), 0) > 1000, coalesce(octet_length(book_client_notifications."message"), 0), 0)) FROM book_client_notifications WHERE book_client_notifications.client_id = old.id), 0)))
  WHERE firm_id = old.firm_id;
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_client_workforms_going BEFORE DELETE ON book_client_workforms BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce((SELECT sum(coalesce(octet_length(section_drafts."answers"), 0) + coalesce(octet_length(section_drafts."non_answers"), 0)) FROM section_drafts WHERE section_drafts.assignment_id = old.id), 0)
    + coalesce((SELECT sum(coalesce(octet_length(section_reviews."marks"), 0)) FROM section_reviews WHERE section_reviews.assignment_id = old.id), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.assigned_by);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_book_form_submissions_going BEFORE DELETE ON book_form_submissions BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce((SELECT sum(coalesce(octet_length(agent_assignments."preferences"), 0)) FROM agent_assignments WHERE agent_assignments.submission_id = old.id), 0)
    + coalesce((SELECT sum(coalesce(octet_length(workform_section_statuses."notes"), 0)) FROM workform_section_statuses WHERE workform_section_statuses.submission_id = old.id), 0)))
  WHERE firm_id = (SELECT c.firm_id FROM book_clients c WHERE c.id = old.client_id);
END;
--> statement-breakpoint
CREATE TRIGGER firm_storage_chat_threads_going BEFORE DELETE ON chat_threads BEGIN
  UPDATE firm_storage SET bytes = bytes + (-(coalesce((SELECT sum(coalesce(octet_length(chat_messages."message"), 0) + coalesce(octet_length(chat_messages."attachments"), 0) + coalesce(octet_length(chat_messages."about"), 0) + coalesce(octet_length(chat_messages."mail"), 0)) FROM chat_messages WHERE chat_messages.thread_id = old.id), 0)))
  WHERE firm_id = (SELECT p.firm_id FROM profiles p WHERE p.id = old.bookkeeper_id);
END;

--> statement-breakpoint
INSERT INTO firm_storage (firm_id, bytes) SELECT id, 0 FROM firms WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT audit_log.firm_id AS firm_id, sum(200 + coalesce(octet_length(audit_log."detail"), 0) + iif(instr(audit_log.detail, '"evidence_object"') > 0,
    coalesce(audit_log.detail ->> '$.evidence_object.bytes', 0), 0)) AS bytes
  FROM audit_log GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = webhook_deliveries.bookkeeper_id) AS firm_id, sum(coalesce(octet_length(webhook_deliveries."body"), 0) + coalesce(octet_length(webhook_deliveries."answer"), 0) + coalesce(octet_length(webhook_deliveries."error"), 0)) AS bytes
  FROM webhook_deliveries GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT book_clients.firm_id AS firm_id, sum(coalesce(octet_length(book_clients."name"), 0) + coalesce(octet_length(book_clients."email"), 0) + coalesce(octet_length(book_clients."phone"), 0) + coalesce(octet_length(book_clients."company"), 0)) AS bytes
  FROM book_clients GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT o.firm_id FROM book_clients o WHERE o.id = client_notes.client_id) AS firm_id, sum(coalesce(octet_length(client_notes."text"), 0)) AS bytes
  FROM client_notes GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT o.firm_id FROM book_clients o WHERE o.id = agent_clients.client_id) AS firm_id, sum(coalesce(octet_length(agent_clients."notes"), 0) + coalesce(octet_length(agent_clients."preferences"), 0)) AS bytes
  FROM agent_clients GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT o.firm_id FROM book_clients o WHERE o.id = book_client_notifications.client_id) AS firm_id, sum(iif(coalesce(octet_length(book_client_notifications."message"), 0) > 1000, coalesce(octet_length(book_client_notifications."message"), 0), 0)) AS bytes
  FROM book_client_notifications GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = follow_ups.bookkeeper_id) AS firm_id, sum(coalesce(octet_length(follow_ups."subject"), 0) + coalesce(octet_length(follow_ups."text"), 0) + coalesce(octet_length(follow_ups."about"), 0)) AS bytes
  FROM follow_ups GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.bookkeeper_id) FROM chat_threads o WHERE o.id = chat_messages.thread_id) AS firm_id, sum(coalesce(octet_length(chat_messages."message"), 0) + coalesce(octet_length(chat_messages."attachments"), 0) + coalesce(octet_length(chat_messages."about"), 0) + coalesce(octet_length(chat_messages."mail"), 0)) AS bytes
  FROM chat_messages GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT book_workforms.firm_id AS firm_id, sum(coalesce(octet_length(book_workforms."name"), 0) + coalesce(octet_length(book_workforms."description"), 0) + coalesce(octet_length(book_workforms."fields"), 0)) AS bytes
  FROM book_workforms GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT w.firm_id FROM book_workforms w WHERE w.id = workform_versions.workform_id) AS firm_id, sum(coalesce(octet_length(workform_versions."name"), 0) + coalesce(octet_length(workform_versions."description"), 0) + coalesce(octet_length(workform_versions."fields"), 0)) AS bytes
  FROM workform_versions GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = book_form_submissions.client_id) AS firm_id, sum(coalesce(octet_length(book_form_submissions."data"), 0) + coalesce(octet_length(book_form_submissions."non_answers"), 0)) AS bytes
  FROM book_form_submissions GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = agent_assignments.submission_id) AS firm_id, sum(coalesce(octet_length(agent_assignments."preferences"), 0)) AS bytes
  FROM agent_assignments GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT (SELECT c.firm_id FROM book_clients c WHERE c.id = o.client_id) FROM book_form_submissions o WHERE o.id = workform_section_statuses.submission_id) AS firm_id, sum(coalesce(octet_length(workform_section_statuses."notes"), 0)) AS bytes
  FROM workform_section_statuses GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = book_client_workforms.assigned_by) AS firm_id, sum(coalesce(octet_length(book_client_workforms."notes"), 0) + coalesce(octet_length(book_client_workforms."rejection_reason"), 0)) AS bytes
  FROM book_client_workforms GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = section_drafts.assignment_id) AS firm_id, sum(coalesce(octet_length(section_drafts."answers"), 0) + coalesce(octet_length(section_drafts."non_answers"), 0)) AS bytes
  FROM section_drafts GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = o.assigned_by) FROM book_client_workforms o WHERE o.id = section_reviews.assignment_id) AS firm_id, sum(coalesce(octet_length(section_reviews."marks"), 0)) AS bytes
  FROM section_reviews GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
--> statement-breakpoint
UPDATE firm_storage SET bytes = firm_storage.bytes + t.bytes FROM (
  SELECT (SELECT p.firm_id FROM profiles p WHERE p.id = section_attempts.bookkeeper_id) AS firm_id, sum(coalesce(octet_length(section_attempts."answers"), 0) + coalesce(octet_length(section_attempts."non_answers"), 0) + coalesce(octet_length(section_attempts."files"), 0) + coalesce(octet_length(section_attempts."flags"), 0)) AS bytes
  FROM section_attempts GROUP BY 1) t
WHERE t.firm_id = firm_storage.firm_id;
