import type { OneTapLink } from '@portal/contract/one-tap'
import { QueryView } from '@portal/kit/ui/query-view'
import { SkeletonGroup } from '@portal/kit/ui/states'
import { useSession } from '@portal/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HasAccount } from '../client-auth/has-account.tsx'
import { SignedInNotice } from '../client-auth/signed-in-notice.tsx'
import { AuthLayout, Emphasis, LINK, Notice, Waiting } from '../sign-in/auth-layout.tsx'
import { type LinkAddress, readAddress } from './address.ts'
import { ContinueSteps, type ContinueStepsProps } from './continue-steps.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { isInvalidLink, linkQuery } from './link-query.ts'

/** Says who is signed in when the link is for someone else. */
function OtherPerson({ link }: { link: OneTapLink }) {
  const user = useSession()?.user
  if (!user || user.id === link.user_id) return null
  if (link.is_offer) return <SignedInNotice />
  return (
    <Notice tone="info">
      You're signed in as <Emphasis>{user.email}</Emphasis>. Continuing signs you out.{' '}
      <Link to={user.role === 'client' ? '/client-dashboard' : '/dashboard'} className={LINK}>
        Stay signed in
      </Link>
    </Notice>
  )
}

/** Returns the link, and whether its page can simply be opened, because its owner is signed in. */
function useLink({ token }: LinkAddress) {
  const session = useSession()
  const query = useQuery({ ...linkQuery(token), enabled: token !== '' })
  const isInvalid = token === '' || isInvalidLink(query.error)
  const isOwn =
    query.data !== undefined &&
    session?.user.id === query.data.user_id &&
    session.user.client_id === query.data.client_id
  return { query, isInvalid, isOpen: isOwn || (isInvalid && session?.user.role === 'client') }
}

/** Asks the owner of a link to continue, and the owner of an account, whom a further firm has invited, to decide. */
function ForOwner({ token, link, onDone }: ContinueStepsProps) {
  const user = useSession()?.user
  if (!link.is_offer) return <ContinueSteps token={token} link={link} onDone={onDone} />
  return <HasAccount by={<Emphasis>{link.firm}</Emphasis>} email={link.email} here={user?.id === link.user_id} />
}

/** Offers another way in: to choose a password for those who have no account, else to sign in. */
function OtherWay({ address: { token, path }, link }: { address: LinkAddress; link: OneTapLink | undefined }) {
  if (link?.is_offer) return null
  if (link?.is_new)
    return (
      <Link to="/client-setup" search={{ token }} className={LINK}>
        Prefer a password? Choose one here
      </Link>
    )
  return (
    <Link to="/client-auth" search={{ next: path }} className={LINK}>
      {link ? 'Sign in with your password' : 'Sign in'}
    </Link>
  )
}

/** Returns the address of the link, which stays while the next page loads. */
function useAddress(): LinkAddress {
  const { pathname, hash } = useLocation()
  const [last, setLast] = useState(hash)
  if (pathname === '/client-link' && hash !== last) setLast(hash)
  return readAddress(last)
}

/** Shows the page that the links in mails to clients open. Nothing happens before the person presses the button. */
export function ClientLinkPage() {
  const address = useAddress()
  const { token, path } = address
  const navigate = useNavigate()
  const { query, isInvalid, isOpen } = useLink(address)
  // Replaced, so that the token does not stay in the history of the browser.
  const leave = (): void => void navigate({ href: path, replace: true })
  useEffect(() => {
    if (isOpen) void navigate({ href: path, replace: true })
  }, [isOpen, navigate, path])
  if (isOpen)
    return (
      <AuthLayout>
        <Waiting label="Opening the page" />
      </AuthLayout>
    )
  return (
    <AuthLayout
      notice={query.data ? <OtherPerson link={query.data} /> : null}
      subtitle={isInvalid ? undefined : 'You opened a link in an email'}
      footer={query.data || isInvalid ? <OtherWay address={address} link={query.data} /> : null}
    >
      {isInvalid ? (
        <ExpiredLink {...address} />
      ) : (
        <QueryView
          query={query}
          failure="The link could not be checked"
          loading={<SkeletonGroup label="Checking the link" items={['h-12 w-full']} />}
          className="px-0 py-4"
        >
          {(link) => <ForOwner token={token} link={link} onDone={leave} />}
        </QueryView>
      )}
    </AuthLayout>
  )
}
