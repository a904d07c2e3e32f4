import { queryClient } from '@portal/sdk'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** Removes what a test left: rendered elements, stored data, cached queries and mocks. For `afterEach`. */
export function resetScreen(): void {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
}
