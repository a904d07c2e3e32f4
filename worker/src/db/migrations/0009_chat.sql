DROP INDEX `chat_messages_thread`;--> statement-breakpoint
ALTER TABLE `chat_messages` ADD `about` text;--> statement-breakpoint
ALTER TABLE `chat_messages` ADD `seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_messages` ADD `edited_at` text;--> statement-breakpoint
ALTER TABLE `chat_messages` ADD `deleted_at` text;--> statement-breakpoint
DROP INDEX `chat_threads_bookkeeper`;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `last_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `bookkeeper_unread` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `client_unread` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `bookkeeper_read` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `client_read` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `bookkeeper_delivered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `chat_threads` ADD `client_delivered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `chat_threads_unread` ON `chat_threads` (`bookkeeper_id`,`bookkeeper_unread`) WHERE bookkeeper_unread > 0;--> statement-breakpoint
CREATE INDEX `chat_threads_bookkeeper` ON `chat_threads` (`bookkeeper_id`,`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `files` ADD `message_id` text;--> statement-breakpoint
CREATE INDEX `files_message` ON `files` (`message_id`) WHERE message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `files_unsent` ON `files` (`created_at`) WHERE purpose = 'chat' AND message_id IS NULL AND state = 'stored';
--> statement-breakpoint
-- Messages that are there already get their places in the order of time, and count as read: nobody could mark them.
UPDATE chat_messages SET seq = n.seq FROM (
    SELECT id, row_number() OVER (PARTITION BY thread_id ORDER BY created_at, id) AS seq FROM chat_messages) n WHERE n.id = chat_messages.id;
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_messages_place` ON `chat_messages` (`thread_id`,`seq`);
--> statement-breakpoint
UPDATE chat_threads SET (last_seq, bookkeeper_read, client_read, bookkeeper_delivered, client_delivered) = (
    SELECT n.m, n.m, n.m, n.m, n.m FROM (SELECT coalesce(max(seq), 0) AS m FROM chat_messages WHERE thread_id = chat_threads.id) n);
--> statement-breakpoint
-- Whoever writes a message, it gets the next place of its thread, moves the thread to the top, and counts as unread for the other side.
CREATE TRIGGER chat_messages_numbered AFTER INSERT ON chat_messages BEGIN
  UPDATE chat_threads SET last_seq = last_seq + 1, updated_at = max(updated_at, new.created_at),
    bookkeeper_unread = bookkeeper_unread + (new.sender = 'client' AND last_seq >= bookkeeper_read),
    client_unread = client_unread + (new.sender <> 'client' AND last_seq >= client_read)
  WHERE id = new.thread_id;
  UPDATE chat_messages SET seq = (SELECT last_seq FROM chat_threads WHERE id = new.thread_id) WHERE id = new.id;
END;
