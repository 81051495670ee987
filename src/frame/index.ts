// `wallet-modal/frame`: the protocol between a page and the frame of an embedded wallet, for who writes a client or a frame of their own.
export { createFrameClient } from './client.js'
export type { FrameClient, FrameClientOptions, FrameEvent } from './client.js'
export { FrameError, frameErrorCodes, isFrameError } from './frame-error.js'
export type { FrameClientErrorCode, FrameErrorCode, FrameErrorDetails } from './frame-error.js'
export { serveFrame } from './host.js'
export type {
  FrameHandler,
  FrameHandlers,
  FrameHost,
  FrameHostEvent,
  FrameHostOptions,
  FrameLimits,
  FrameRequestContext,
} from './host.js'
export { APP_PREFIX, FRAME_PREFIX, frameRequests } from './messages.js'
export type { FrameMessage, FramePayload, FrameReply, FrameRequestName } from './messages.js'
export { frameAncestorsOf, matchesOrigin, readOriginList } from './origins.js'
export type { OriginListOptions } from './origins.js'
export { OriginListError } from '../vocabulary/origin.js'
export type { OriginPattern } from '../vocabulary/origin.js'
export { rpcParamsSchema } from './rpc-params.js'
export { chooseRpcUrl, classifyRpc, readFrameChain, safeMethods, unsafeMethods } from './rpc-policy.js'
export type { SafeMethod, UnsafeMethod } from './rpc-policy.js'
