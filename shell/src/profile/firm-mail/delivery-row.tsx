import type { MailDelivery } from '@portal/contract/mail'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { EmailText } from '@portal/kit/ui/email-text'
import { dateAndTime, timeAgo } from '@portal/kit/ui/time'

export interface DeliveryRowProps {
  delivery: MailDelivery
  busy: boolean
  onSendAgain: () => void
}

const tried = (tries: number): string => (tries === 1 ? 'tried once' : `tried ${formatCount(tries)} times`)

/** Shows an email that is waiting or has failed: recipient, subject, time and error, but never its content. */
export function DeliveryRow({ delivery, busy, onSendAgain }: DeliveryRowProps) {
  const { to, kind, subject, created_at, tries, next_at, error } = delivery
  return (
    <li className="flex flex-col gap-3 px-5 py-4 sm:flex-row sm:items-start sm:gap-6">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{subject}</span>
          <Badge tone={kind === 'account' ? 'blue' : 'gray'}>{kind === 'account' ? 'Account' : 'Client email'}</Badge>
        </p>
        <p className="wrap-anywhere mt-0.5 text-base-content/70">
          To <EmailText email={to} /> ·{' '}
          <time dateTime={created_at} title={dateAndTime(created_at)}>
            {timeAgo(created_at)}
          </time>{' '}
          · {tries === 0 ? 'not tried yet' : tried(tries)}
          {next_at && tries > 0 ? ` · next try ${dateAndTime(next_at)}` : null}
        </p>
        {error ? <p className="wrap-anywhere mt-1.5 text-error">{error}</p> : null}
      </div>
      <Button size="sm" className="self-start" busy={busy} busyLabel="Sending..." onClick={onSendAgain}>
        Send again<span className="sr-only"> to {to}</span>
      </Button>
    </li>
  )
}
