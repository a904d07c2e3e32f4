import type { HTMLAttributes, Ref } from 'react'
import { cx } from './class-names.tsx'

const TONES = {
  info: 'border-info/40 bg-info/10',
  success: 'border-success/40 bg-success/8',
  warning: 'border-warning/50 bg-warning/10',
  error: 'border-error/40 bg-error/8',
} as const

export interface NoticeProps extends HTMLAttributes<HTMLDivElement> {
  tone: keyof typeof TONES
  ref?: Ref<HTMLDivElement> | undefined
}

/** Renders a message in a colored frame. One that appears after the page needs the role `alert` or `status`. */
export function Notice({ tone, className, ...rest }: NoticeProps) {
  return <div className={cx('rounded-field border px-4 py-3 text-sm', TONES[tone], className)} {...rest} />
}
