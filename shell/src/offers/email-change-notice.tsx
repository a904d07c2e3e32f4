import type { EmailChange } from '@portal/contract/sessions'
import { RefuseChange } from './refuse-change.tsx'

/** Who asks for another address, in words. */
export const askerOf = ({ bookkeeper, bookkeeper_email, firm }: EmailChange): string =>
  `${bookkeeper || bookkeeper_email} (${bookkeeper_email}) of ${firm}`

/** A bookkeeper's request to use another address: how to confirm it, and a way to refuse. */
export function EmailChangeNotice({ change }: { change: EmailChange }) {
  return (
    <section aria-label="Change of your address" className="rounded-box border border-info/50 bg-info/10 p-4 text-sm">
      <h2 className="font-semibold text-base">Your address is about to change</h2>
      <p className="wrap-anywhere mt-1">
        {askerOf(change)} asks you to sign in with <strong className="font-medium">{change.to}</strong> instead of{' '}
        {change.from}, and to get your mails there.
      </p>
      <p className="wrap-anywhere mt-2">
        To confirm, open the link that was mailed to {change.to}. Until you do, nothing changes. If that address is not
        yours, refuse.
      </p>
      <div className="mt-3">
        <RefuseChange change={change} />
      </div>
    </section>
  )
}
