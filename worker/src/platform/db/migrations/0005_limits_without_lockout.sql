ALTER TABLE `canary_votes` ADD `firm` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `canary_votes` SET `firm` = `person`;
--> statement-breakpoint
UPDATE OR REPLACE `firm_reports` SET `email` = replace(substr(`email`, 1, instr(`email`, '@') - 1), '.', '') || '@gmail.com'
WHERE `email` LIKE '%@gmail.com' OR `email` LIKE '%@googlemail.com';
