import { createQueryClient } from '@portal/sdk'
import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { QueryView } from './query-view.tsx'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

function Shown({ load }: { load: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['shown'], queryFn: load, retryDelay: 0 })
  return (
    <QueryView query={query} failure="Failed" loading="Loading">
      {(text) => text}
    </QueryView>
  )
}

it('says what is not available offline, and shows what the device has', async () => {
  const show = (load: () => Promise<string>) => {
    const client = createQueryClient()
    // A new client reads from the browser whether there is a connection.
    onlineManager.setOnline(false)
    render(
      <QueryClientProvider client={client}>
        <Shown load={load} />
      </QueryClientProvider>,
    )
  }
  show(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText('Not available offline')).toBeTruthy()
  cleanup()
  show(async () => 'What was read last')
  expect(await screen.findByText('What was read last')).toBeTruthy()
})
