/** Where a portal is that these helpers work on. */
export interface Place {
  portalUrl: string
  databaseUrl: string
  authSecret: string
  /** Where its mails are read, when that is not its own /dev/mailbox.json: a portal in production has none. */
  mailboxUrl?: string
}

/** Variable by which a command that is no test run says so, before it imports any of them. */
export const PLACE_VARIABLE = 'PORTAL_UNDER_TEST'
