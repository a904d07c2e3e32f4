import '../styles.css'
import { queryClient } from '@portal/sdk'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { keepTextNodes } from '../translation/keep-text-nodes.ts'
import { createOperatorRouter } from './router.tsx'

/** Starts the operator page. It has no session of people, no remotes and no service worker. */
async function start(root: HTMLElement): Promise<void> {
  keepTextNodes(document.body)
  const router = createOperatorRouter()
  // Until then, the page shows the logo.
  await router.load()
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
void start(root)
