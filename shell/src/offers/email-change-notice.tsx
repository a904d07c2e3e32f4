import type { EmailChange } from '@portal/contract/sessions'
import { RefuseChange } from './refuse-change.tsx'

/** Returns who asks for the change. */
export const askerOf = ({ bookkeeper, bookkeeper_email, firm }: EmailChange): string =>
  `${bookkeeper || bookkeeper_email} (${bookkeeper_email}) of ${firm}`

/** Shows a bookkeeper's request to change the email address, with a button to refuse it. */
export function EmailChangeNotice({ change }: { change: EmailChange }) {
  return (
    <section
      aria-label="Change of your email address"
      className="rounded-box border border-info/50 bg-info/10 p-4 text-sm"
    >
      <h2 className="font-semibold text-base">A bookkeeper wants to change your email address</h2>
      <p className="wrap-anywhere mt-1">
        {askerOf(change)} asks you to sign in with <strong className="font-medium">{change.to}</strong> instead of{' '}
        {change.from}, and to receive your emails there.
      </p>
      <p className="wrap-anywhere mt-2">
        To confirm, open the link that we sent to {change.to}. Nothing changes until you do. If that address is not
        yours, refuse the request.
      </p>
      <div className="mt-3">
        <RefuseChange change={change} />
      </div>
    </section>
  )
}
