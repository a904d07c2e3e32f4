/** Keep the history of switches append-only. */
export const REMOTE_SWITCHES_TRIGGERS = [
  `CREATE TRIGGER remote_switches_fixed BEFORE UPDATE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END`,
  `CREATE TRIGGER remote_switches_keep BEFORE DELETE ON remote_switches BEGIN
  SELECT RAISE(ABORT, 'the history of switches is append-only');
END`,
]
