const GMAIL = /^(.+)@(?:gmail|googlemail)\.com$/

/**
 * Returns the address of the mailbox in which mail to an address arrives: without a tag (`ann+books@example.com`), for
 * Gmail without dots, and with the dots of the domain as mail servers read them.
 */
export function mailboxOf(email: string): string {
  const readable = email.normalize('NFKC').replaceAll('。', '.').replace(/\.+$/, '')
  const untagged = readable.replace(/(?<=[^@])\+[^@]*(?=@)/, '')
  return untagged.replace(GMAIL, (_, local: string) => `${local.replaceAll('.', '')}@gmail.com`)
}
