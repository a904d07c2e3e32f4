/** Lists new entries of the audit log in the recent activity of the bookkeeper that they concern. */
export const ACTIVITY_TRIGGERS = [
  `CREATE TRIGGER audit_log_activity AFTER INSERT ON audit_log
WHEN new.subject_type IN ('client', 'assignment', 'section', 'workform')
  OR new.action IN ('account.password_set', 'account.linked', 'account.offer_declined', 'account.offer_reported',
    'account.email_changed', 'account.email_change_refused')
BEGIN
  INSERT INTO activity (bookkeeper_id, seq)
    SELECT x.owner, new.seq FROM (SELECT coalesce(
      (SELECT bookkeeper_id FROM book_clients WHERE id = new.client_id),
      iif(new.actor_role = 'bookkeeper', new.actor_id, NULL)) AS owner) x
    WHERE x.owner IS NOT NULL;
END`,
]
