import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isNewOffer } from '../answered-offers.ts'
import { passkeysSupported } from './supported.ts'

/** Opens a page after a sign-in: at once with `proceed`, or with `signedIn` after the offer of a passkey. */
export function useAfterSignIn(href: string) {
  const navigate = useNavigate()
  const [isOffered, setOffered] = useState(false)
  const proceed = (): void => void navigate({ href, replace: true })
  return {
    isOffered,
    proceed,
    signedIn: (): void => (passkeysSupported() && isNewOffer('passkey') ? setOffered(true) : proceed()),
  }
}
