CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`client_id` text,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`answer` text,
	`error` text,
	`created_at` text NOT NULL,
	`tried_at` text,
	`next_at` text,
	`done_at` text,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_state" CHECK("state" IN ('waiting', 'delivered', 'failed', 'stopped'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_unique` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_owner` ON `webhook_deliveries` (`bookkeeper_id`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_owner_state` ON `webhook_deliveries` (`bookkeeper_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint_state` ON `webhook_deliveries` (`endpoint_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_tried` ON `webhook_deliveries` (`endpoint_id`,`tried_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_onboarding` ON `webhook_deliveries` (`client_id`) WHERE event = 'client_onboarding';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`bookkeeper_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_on` integer DEFAULT true NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`bookkeeper_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_owner` ON `webhook_endpoints` (`bookkeeper_id`,`id`);--> statement-breakpoint
-- What is to be sent is queued: the outbox row has the delivery's id, and rows of one address are delivered in order.
CREATE TRIGGER webhook_deliveries_queued AFTER INSERT ON webhook_deliveries
WHEN new.state = 'waiting'
BEGIN
  INSERT INTO outbox (id, recipient, bookkeeper_id, kind, payload, created_at, next_at)
    VALUES (new.id, 'webhook:' || new.endpoint_id, new.bookkeeper_id, 'webhook', json_object('delivery', new.id), new.created_at, new.created_at);
END;
