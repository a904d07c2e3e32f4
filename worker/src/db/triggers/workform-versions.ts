/** Refuses changes to stored versions of a workform, on which the answers of clients depend. */
export const WORKFORM_VERSIONS_TRIGGERS = [
  `CREATE TRIGGER workform_versions_fixed BEFORE UPDATE ON workform_versions BEGIN
  SELECT RAISE(ABORT, 'a workform version never changes');
END`,
]
