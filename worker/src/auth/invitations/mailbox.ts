const GMAIL = /^(.+)@(?:gmail|googlemail)\.com$/

/**
 * Returns the address of the mailbox in which mail to an address arrives: without a tag (`ann+books@example.com`), and
 * for Gmail without dots.
 */
export function mailboxOf(email: string): string {
  const untagged = email.replace(/(?<=[^@])\+[^@]*(?=@)/, '')
  return untagged.replace(GMAIL, (_, local: string) => `${local.replaceAll('.', '')}@gmail.com`)
}
