import type { ChatMessage } from '@portal/contract/chat'

/** Shows that a message was a mail, with its whole text and the files that were not accepted. */
export function MailDetails({ message }: { message: ChatMessage }) {
  const { mail, deleted_at } = message
  if (!mail || deleted_at) return null
  const hasMore = mail.text !== message.message
  return (
    <div className="max-w-full px-1 text-base-content/70 text-xs">
      {mail.refused.length > 0 ? (
        <ul aria-label="Files that were not accepted" className="mb-1">
          {mail.refused.map(({ name, reason }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a mail never changes, and names can repeat
            <li key={index} className="wrap-anywhere">
              Not accepted: {name}. {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <details>
          <summary className="cursor-pointer">Sent by email · Show the whole email</summary>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere border-base-300 border-l-2 pl-3">{mail.text}</p>
        </details>
      ) : (
        'Sent by email'
      )}
    </div>
  )
}
