/**
 * Refuse changes to stored versions of a workform, on which the answers of clients depend, and mark the template files
 * of a new version as used.
 */
export const WORKFORM_VERSIONS_TRIGGERS = [
  `CREATE TRIGGER workform_versions_fixed BEFORE UPDATE ON workform_versions BEGIN
  SELECT RAISE(ABORT, 'a workform version never changes');
END`,
  // A field names its template by path or, in older workforms, by id.
  `CREATE TRIGGER workform_versions_use_templates AFTER INSERT ON workform_versions
WHEN new.fields LIKE '%"templateFile"%' BEGIN
  UPDATE files SET used_at = new.created_at
  WHERE purpose = 'template' AND used_at IS NULL
    AND firm_id = (SELECT w.firm_id FROM book_workforms w WHERE w.id = new.workform_id)
    AND (path IN (SELECT f.value ->> '$.templateFile.path' FROM json_each(new.fields) f)
      OR id IN (SELECT f.value ->> '$.templateFile.path' FROM json_each(new.fields) f));
END`,
]
