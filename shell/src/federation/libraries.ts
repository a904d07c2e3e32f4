import type { IncludedExport, SharedName } from '@portal/kit/build'
import * as sdk from '@portal/sdk'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createRoute,
  getRouteApi,
  lazyRouteComponent,
  Link,
  linkOptions,
  Navigate,
  notFound,
  Outlet,
  redirect,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
} from '@tanstack/react-router'
import * as jotai from 'jotai'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

/**
 * The libraries of the shell, which remotes share by reference. The full exports of router and
 * query are loaded on demand: the shell bundles only those that remotes are known to use.
 */

const router: Record<IncludedExport<'@tanstack/react-router'>, unknown> = {
  Link,
  Navigate,
  Outlet,
  createRoute,
  getRouteApi,
  lazyRouteComponent,
  linkOptions,
  notFound,
  redirect,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRouter,
  useRouterState,
  useSearch,
}
const query: Record<IncludedExport<'@tanstack/react-query'>, unknown> = {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
}
const atHand: Record<Exclude<SharedName, 'sonner'>, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  '@tanstack/react-router': router,
  '@tanstack/react-query': query,
  jotai,
  '@portal/sdk': sdk,
}
const whole = new Map<string, () => Promise<unknown>>([
  ['@tanstack/react-router', () => import(/* webpackChunkName: "whole-router" */ '@tanstack/react-router')],
  ['@tanstack/react-query', () => import(/* webpackChunkName: "whole-query" */ '@tanstack/react-query')],
  ['sonner', () => import(/* webpackChunkName: "toasts" */ 'sonner')],
])

const isAtHand = (name: string): name is keyof typeof atHand => Object.hasOwn(atHand, name)

/**
 * Returns a library of the shell by its name, or undefined if there is none.
 * @param wholes libraries that the remote needs in full; undefined if unknown
 */
export async function libraryOf(name: string, wholes: readonly string[] | undefined): Promise<unknown> {
  if (isAtHand(name) && wholes?.includes(name) === false) return atHand[name]
  return (await whole.get(name)?.()) ?? (isAtHand(name) ? atHand[name] : undefined)
}
