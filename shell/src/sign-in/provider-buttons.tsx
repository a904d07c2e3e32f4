import type { OAuthProviderId } from '@portal/contract/oauth'
import { buttonClass } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { providersQuery } from './providers.ts'

/** Renders the logo of a provider, as its brand guidelines require. */
function ProviderLogo({ id }: { id: OAuthProviderId }) {
  if (id === 'oidc') return <KeyRound className="size-4" aria-hidden />
  return (
    <svg viewBox="0 0 24 24" className="size-4" aria-hidden>
      {id === 'google' ? (
        <>
          <path
            fill="#4285f4"
            d="M23.5 12.3c0-.9-.1-1.6-.2-2.3H12v4.5h6.5c-.1 1.1-.8 2.8-2.4 3.9l3.7 2.9c2.2-2.1 3.7-5.1 3.7-9z"
          />
          <path
            fill="#34a853"
            d={
              'M12 24c3.2 0 6-1.1 8-2.9l-3.8-2.9c-1 .7-2.4 1.2-4.2 1.2-3.2 0-5.9-2.1-6.8-5' +
              'l-3.9 3C3.3 21.3 7.3 24 12 24z'
            }
          />
          <path fill="#fbbc05" d="M5.2 14.400A7.4 7.4 0 0 1 5.2 9.700l-3.9-3a12 12 0 0 0 0 10.700z" />
          <path
            fill="#ea4335"
            d={
              'M12 4.700c2.2 0 3.8 1 4.6 1.800l3.4-3.300C18 1.2 15.2 0 12 0 7.3 0 3.3 2.7 1.3 6.600' +
              'l3.9 3C6.1 6.8 8.8 4.7 12 4.700z'
            }
          />
        </>
      ) : (
        <>
          <path fill="#f25022" d="M1 1h10.500v10.500H1z" />
          <path fill="#7fba00" d="M12.5 1H23v10.500H12.500z" />
          <path fill="#00a4ef" d="M1 12.500h10.500V23H1z" />
          <path fill="#ffb900" d="M12.5 12.500H23V23H12.500z" />
        </>
      )}
    </svg>
  )
}

/** Buttons to sign in or up through a provider; nothing if none is configured. */
export function ProviderButtons({ next }: { next: string | undefined }) {
  const { data: providers } = useQuery(providersQuery)
  if (!providers?.length) return null
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  return (
    <div className="mt-5">
      <p
        className={cx(
          'mb-4 flex items-center gap-3 text-base-content/70 text-xs before:h-px before:flex-1 before:bg-base-300',
          'after:h-px after:flex-1 after:bg-base-300',
        )}
      >
        or
      </p>
      <div className="grid gap-2">
        {providers.map(({ id, name }) => (
          <a key={id} href={`/api/auth/oauth/${id}/start${query}`} className={buttonClass('secondary', 'md', 'w-full')}>
            <ProviderLogo id={id} />
            <span className="truncate">Continue with {name}</span>
          </a>
        ))}
      </div>
    </div>
  )
}
