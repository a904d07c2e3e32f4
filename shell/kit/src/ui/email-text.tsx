import { Fragment } from 'react'
import { cx } from './class-names.tsx'

export interface EmailTextProps {
  email: string
  /** Whether there is room for one line only. Then the address is cut with an ellipsis. */
  oneLine?: boolean | undefined
  className?: string | undefined
}

/** Renders an email address, with all of it in the tooltip. It wraps after @ and dots; only longer parts are broken. */
export function EmailText({ email, oneLine, className }: EmailTextProps) {
  return (
    <span className={cx(oneLine ? 'block truncate' : 'wrap-anywhere', className)} title={email}>
      {oneLine
        ? email
        : email.split(/(?<=[@.])/).map((part, i) => (
            <Fragment key={i}>
              {i > 0 ? <wbr /> : null}
              {part}
            </Fragment>
          ))}
    </span>
  )
}
