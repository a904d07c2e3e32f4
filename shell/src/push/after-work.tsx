import type { PortalEvent } from '@portal/contract/events'
import type { Role } from '@portal/contract/statuses'
import { lazyComponent } from '@portal/kit/ui/lazy-component'
import { useRealtime } from '@portal/sdk'
import { useState } from 'react'
import { isNewOffer } from '../answered-offers.ts'

const PushOffer = lazyComponent(() => import(/* webpackChunkName: "push" */ './push-offer.tsx'), 'PushOffer')

/** The events after which a person waits for an answer: a client has submitted, a bookkeeper has assigned. */
const WAITS: Readonly<Record<Role, (event: PortalEvent) => boolean>> = {
  client: ({ type, ids }) => type === 'section.changed' && ids.status === 'pending_review',
  bookkeeper: ({ type }) => type === 'assignment.changed',
}

/** Offers push when it becomes useful. Loaded on demand, because everyone sees it once at most. */
export function OfferPushAfterWork({ viewer }: { viewer: Role }) {
  const [offers, setOffers] = useState(false)
  useRealtime(['section.changed', 'assignment.changed'], (event) => {
    if (WAITS[viewer](event) && 'PushManager' in globalThis && isNewOffer('push')) setOffers(true)
  })
  if (!offers) return null
  return <PushOffer viewer={viewer} onDone={() => setOffers(false)} />
}
