/** The portal that the test helpers work on. */
export interface TestTarget {
  portalUrl: string
  /** The operator origin. */
  operatorUrl: string
  databaseUrl: string
  authSecret: string
  /** URL of the mailbox, if not /dev/mailbox.json: a portal in production has none. */
  mailboxUrl?: string
}

/** Environment variable with the target as JSON, for commands that use the helpers outside of a test run. */
export const TARGET_VARIABLE = 'PORTAL_UNDER_TEST'

/** Environment variable with the path of a file that keeps the log of the tests' portal. */
export const LOG_FILE_VARIABLE = 'PORTAL_TEST_LOG'
