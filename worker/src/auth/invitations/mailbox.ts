/** Returns the address without its tag: mail to `ann+books@example.com` arrives in the mailbox of `ann@example.com`. */
export const mailboxOf = (email: string): string => email.replace(/(?<=[^@])\+[^@]*(?=@)/, '')
