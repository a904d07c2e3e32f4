import { type EventType, type PortalEvent, type PortalSignal } from '@portal/contract/events';
export type RealtimeStatus = 'off' | 'connecting' | 'live' | 'reconnecting';
export declare const realtimeStatusAtom: import("jotai").PrimitiveAtom<RealtimeStatus> & {
    init: RealtimeStatus;
};
export declare function reconnectDelay(tries: number, random?: number): number;
export declare function reportRunning(versions: Readonly<Record<string, string>>): void;
export declare function startRealtime(): () => void;
export declare function onRealtime(types: readonly EventType[], handler: (event: PortalEvent) => void): () => void;
export declare function onSignal(handler: (signal: PortalSignal) => void): () => void;
export declare function onReconnect(handler: () => void): () => void;
export declare function sendTyping(grant: string): void;
