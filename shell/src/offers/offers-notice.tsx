import type { Offer } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { useState } from 'react'
import { OfferCard } from './offer-card.tsx'

/** Number of requests that are shown before "Show all" is pressed. */
const MAX_SHOWN = 2

/** Shows requests of bookkeepers to work with the client, if there are any. */
export function OffersNotice({ offers }: { offers: readonly Offer[] }) {
  const [all, setAll] = useState(false)
  if (offers.length === 0) return null
  const shown = all ? offers : offers.slice(0, MAX_SHOWN)
  return (
    <section aria-labelledby="offers" className="rounded-box border border-info/50 bg-info/10 p-4">
      <h2 id="offers" className="font-semibold">
        {offers.length === 1
          ? 'A bookkeeper wants to work with you'
          : `${offers.length} bookkeepers want to work with you`}
      </h2>
      <div className="mt-3 grid gap-3">
        {shown.map((offer) => (
          <OfferCard key={offer.client_id} offer={offer} />
        ))}
      </div>
      {shown.length < offers.length ? (
        <Button size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show all {offers.length}
        </Button>
      ) : null}
    </section>
  )
}
