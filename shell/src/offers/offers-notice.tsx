import type { Offer } from '@portal/contract/sessions'
import { Button } from '@portal/kit/ui/button'
import { useState } from 'react'
import { OfferCard } from './offer-card.tsx'

/** Requests shown at once; the others at a press. */
const FIRST = 2

/** The bookkeepers who ask to work with the client; nothing where nobody asks. */
export function OffersNotice({ offers }: { offers: readonly Offer[] }) {
  const [all, setAll] = useState(false)
  if (offers.length === 0) return null
  const shown = all ? offers : offers.slice(0, FIRST)
  return (
    <section aria-labelledby="offers" className="rounded-box border border-info/50 bg-info/10 p-4">
      <h2 id="offers" className="font-semibold">
        {offers.length === 1
          ? 'A bookkeeper asks to work with you'
          : `${offers.length} bookkeepers ask to work with you`}
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
