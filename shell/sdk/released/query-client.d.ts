import { QueryClient } from '@tanstack/react-query';
export declare function isWorthRetrying(failures: number, error: unknown): boolean;
export declare const failFast: {
    readonly networkMode: 'always';
    readonly retry: false;
};
export declare function createQueryClient(): QueryClient;
export declare const queryClient: QueryClient;
export declare function invalidate(client: QueryClient, filters?: {
    queryKey?: readonly unknown[];
}): Promise<void>;
export declare function invalidateSoon(queryKey: readonly unknown[], client?: QueryClient): void;
