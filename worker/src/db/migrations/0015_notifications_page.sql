DROP INDEX `chat_messages_sender`;--> statement-breakpoint
ALTER TABLE `chat_messages` ADD `heard_by` text;--> statement-breakpoint
CREATE INDEX `chat_messages_heard` ON `chat_messages` (`heard_by`,`created_at`,`id`) WHERE heard_by IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
UPDATE chat_messages SET heard_by = (SELECT bookkeeper_id FROM chat_threads WHERE id = chat_messages.thread_id) WHERE sender = 'client';
--> statement-breakpoint
DROP TRIGGER chat_messages_numbered;
--> statement-breakpoint
-- Whoever writes a message, it gets the next place of its thread, moves the thread to the top, and counts as unread for the other side;
-- a client's is news for the bookkeeper.
CREATE TRIGGER chat_messages_numbered AFTER INSERT ON chat_messages BEGIN
  UPDATE chat_threads SET last_seq = last_seq + 1, updated_at = max(updated_at, new.created_at),
    bookkeeper_unread = bookkeeper_unread + (new.sender = 'client' AND last_seq >= bookkeeper_read),
    client_unread = client_unread + (new.sender <> 'client' AND last_seq >= client_read)
  WHERE id = new.thread_id;
  UPDATE chat_messages SET (seq, heard_by) = (SELECT last_seq, iif(new.sender = 'client', bookkeeper_id, NULL) FROM chat_threads WHERE id = new.thread_id)
  WHERE id = new.id;
END;
