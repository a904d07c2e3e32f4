import { dateAndTime, timeAgo } from '@portal/kit/ui/time'

/** Renders how long ago something happened; the exact time is its tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {timeAgo(at)}
    </time>
  )
}
