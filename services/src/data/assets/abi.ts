// The few contract methods that the data side reads, in viem's form.
import { parseAbi } from 'viem'

/** ERC-20 and EIP-2612. */
export const erc20Abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
])

/** Tokens of the first years answer with 32 bytes instead of a string. */
export const erc20BytesAbi = parseAbi(['function name() view returns (bytes32)', 'function symbol() view returns (bytes32)'])

/** Multicall3. */
export const multicallAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/** Factory, pair and router of Uniswap v2. */
export const v2Abi = parseAbi([
  'function getPair(address a, address b) view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 at)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])',
])

/** The wrapped coin. */
export const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Pools, QuoterV2 and SwapRouter02. The quoter's methods are not views, but they are only ever asked by `eth_call`. */
export const v3Abi = parseAbi([
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPrice, int24 tick, uint16 index, uint16 count, uint16 next, uint8 protocolFee, bool isFree)',
  'function quoteExactInput(bytes path, uint256 amountIn) view returns (uint256 amountOut, uint160[] sqrtPrices, uint32[] ticks, uint256 gas)',
  'struct ExactInput { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInput params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function multicall(uint256 deadline, bytes[] calls) payable returns (bytes[])',
])

/** Operators of ERC-721 and ERC-1155 collections. */
export const operatorAbi = parseAbi(['function isApprovedForAll(address owner, address operator) view returns (bool)'])

/** ERC-721 and ERC-1155 metadata. */
export const nftAbi = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
