import { cx } from '@portal/kit/ui/class-names'

/** Renders a version in digits of equal width. */
export function VersionName({ version, className }: { version: string; className?: string }) {
  return <code className={cx('wrap-anywhere rounded-sm bg-base-200 px-1.5 py-0.5 text-sm', className)}>{version}</code>
}
