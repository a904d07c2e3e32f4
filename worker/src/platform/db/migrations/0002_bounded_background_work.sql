CREATE TABLE `due_failures` (
	`work` text NOT NULL,
	`row_key` text NOT NULL,
	`tries` integer NOT NULL,
	`error` text NOT NULL,
	`failed_at` text NOT NULL,
	`next_at` text NOT NULL,
	PRIMARY KEY(`work`, `row_key`)
);
--> statement-breakpoint
DROP INDEX `files_unsent`;--> statement-breakpoint
DROP INDEX `files_templates`;--> statement-breakpoint
ALTER TABLE `files` ADD `used_at` text;--> statement-breakpoint
-- Nobody knows which templates were used, so all that exist are kept.
UPDATE `files` SET `used_at` = `created_at` WHERE `purpose` = 'template';--> statement-breakpoint
CREATE INDEX `files_unused` ON `files` (`created_at`) WHERE state = 'stored'
  AND ((purpose = 'chat' AND message_id IS NULL) OR (purpose = 'template' AND used_at IS NULL));
--> statement-breakpoint
CREATE TRIGGER workform_versions_use_templates AFTER INSERT ON workform_versions
WHEN new.fields LIKE '%"templateFile"%' BEGIN
  UPDATE files SET used_at = new.created_at
  WHERE purpose = 'template' AND used_at IS NULL
    AND firm_id = (SELECT w.firm_id FROM book_workforms w WHERE w.id = new.workform_id)
    AND (path IN (SELECT f.value ->> '$.templateFile.path' FROM json_each(new.fields) f)
      OR id IN (SELECT f.value ->> '$.templateFile.path' FROM json_each(new.fields) f));
END;
