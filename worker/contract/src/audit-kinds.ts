/** Kinds of subjects that an entry can be about. */
export const AUDIT_KINDS = [
  'client',
  'workform',
  'assignment',
  'section',
  'file',
  'message',
  'account',
  'mail',
  'webhook',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** The actors by whom the log can be filtered. */
export const AUDIT_ACTORS = ['you', 'client', 'agent'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]
/** The actors of an entry, as a bookkeeper sees them. */
export const ENTRY_ACTORS = [...AUDIT_ACTORS, 'colleague'] as const
