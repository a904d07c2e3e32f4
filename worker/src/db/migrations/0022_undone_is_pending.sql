-- A section whose approval was undone is `submitted`: it waits for review like any other, in every filter.
DROP VIEW shown_sections;
--> statement-breakpoint
CREATE VIEW shown_sections AS SELECT a.id, a.submission_id, a.section_name, CASE
    WHEN t.status IS NULL THEN 'pending'
    WHEN t.status = 'submitted' THEN 'pending_review'
    WHEN t.status = 'rejected' AND s.updated_at > t.updated_at
      AND EXISTS (SELECT 1 FROM json_each(s.data) d WHERE d.key = a.section_name AND d.value NOT IN ('{}', 'null')) THEN 'pending'
    ELSE t.status END AS status
  FROM book_client_workforms a JOIN book_form_submissions s ON s.id = a.submission_id
  LEFT JOIN workform_section_statuses t ON t.submission_id = a.submission_id AND t.section_name = a.section_name;
--> statement-breakpoint
UPDATE book_form_submissions SET is_pending = 1
  WHERE waiting > 0 AND is_pending = 0;
