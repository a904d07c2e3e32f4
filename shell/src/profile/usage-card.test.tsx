import { resetScreen } from '@portal/kit/testing/reset-screen'
import { serve } from '@portal/kit/testing/serve'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { UsageCard } from './usage-card.tsx'

afterEach(resetScreen)

it.each([
  [159, 1.5e9, '1.5 of 50 GB', undefined],
  [160, 4_210_000, '4.2 MB of 50 GB', /^80% is used\. Invite the rest tomorrow/],
  [200, 0, '0 MB of 50 GB', /^The limit is reached\. Invite the rest tomorrow/],
])(
  'shows the usage of the firm, and warns when it reaches 80 percent (%d of 200)',
  async (used, bytes, text, warning) => {
    serve({ 'GET /api/usage': () => ({ invitations: { used, most: 200 }, storage: { used: bytes, most: 50e9 } }) })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <UsageCard />
      </QueryClientProvider>,
    )
    expect(await screen.findByText(`${used} of 200`)).toBeTruthy()
    expect(screen.getByText('Storage for files and text')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    if (warning) expect(screen.getByText(warning)).toBeTruthy()
    else expect(screen.queryByText(/is used|is reached/)).toBeNull()
  },
)
