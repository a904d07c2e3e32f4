import type { EventType, PortalEvent, PortalSignal } from '@portal/contract/events';
import { type RealtimeStatus } from './realtime.ts';
export declare function useRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): void;
export declare function useRefetchOn(types: readonly EventType[], queryKey: readonly unknown[]): void;
export declare function useSignal(handler: (signal: PortalSignal) => void): void;
export declare function useRealtimeStatus(): RealtimeStatus;
