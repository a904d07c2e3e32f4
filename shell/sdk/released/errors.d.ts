import type { ErrorCode } from '@portal/contract/errors';
export type ApiErrorCode = ErrorCode | 'network' | 'unknown';
export interface FieldProblem {
    path: string;
    message: string;
}
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly code: ApiErrorCode;
    readonly title: string;
    readonly detail: string;
    readonly status: number;
    readonly errors: readonly FieldProblem[];
    readonly retryAfter: number | undefined;
    constructor(problem: Pick<ApiError, 'code' | 'title' | 'detail' | 'status'> & Partial<Pick<ApiError, 'errors' | 'retryAfter'>>);
    forField(path: string): string | undefined;
}
export declare function isApiError(error: unknown, code?: ApiErrorCode): error is ApiError;
export declare function networkError(): ApiError;
export declare function errorMessage(error: unknown, fallback?: string): string;
export declare function problemOf(response: {
    status: number;
    headers: Headers;
    text(): Promise<string>;
}): Promise<ApiError>;
