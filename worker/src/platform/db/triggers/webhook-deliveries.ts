/** Queues a new delivery in the outbox, so that the statement that adds deliveries for all webhooks needs no second. */
export const WEBHOOK_DELIVERIES_TRIGGERS = [
  `CREATE TRIGGER webhook_deliveries_queued AFTER INSERT ON webhook_deliveries
WHEN new.state = 'waiting'
BEGIN
  INSERT INTO outbox (id, recipient, bookkeeper_id, kind, payload, created_at, next_at)
    VALUES (new.id, 'webhook:' || new.endpoint_id, new.bookkeeper_id, 'webhook',
      json_object('delivery', new.id), new.created_at, new.created_at);
END`,
]
