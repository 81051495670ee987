// The parts of the contracts' interfaces that seeds, tests and tools call. The whole ones are in contracts/*.json.
import { parseAbi } from 'viem'

export const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

export const permitAbi = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

export const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 value)'])

export const factoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function allPairs(uint256 index) view returns (address)',
  'function allPairsLength() view returns (uint256)',
])

export const pairAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function swap(uint256 out0, uint256 out1, address to, bytes callData)',
])

export const routerAbi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
  'function addLiquidity(address a, address b, uint256 wantedA, uint256 wantedB, uint256 minA, uint256 minB, address to, uint256 deadline) returns (uint256, uint256, uint256)',
  'function addLiquidityETH(address token, uint256 wanted, uint256 minToken, uint256 minEth, address to, uint256 deadline) payable returns (uint256, uint256, uint256)',
  'function removeLiquidityETH(address token, uint256 liquidity, uint256 minToken, uint256 minEth, address to, uint256 deadline) returns (uint256, uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable returns (uint256[])',
  'function swapExactTokensForETH(uint256 amountIn, uint256 minimum, address[] path, address to, uint256 deadline) returns (uint256[])',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable returns (uint256[])',
])

export const rangeFactoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
  'function createPool(address tokenA, address tokenB, uint24 fee) returns (address)',
])

export const rangePoolAbi = parseAbi([
  'function token0() view returns (address)',
  'function fee() view returns (uint24)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function initialize(uint160 sqrtPriceX96)',
  'function swap(address recipient, bool zeroForOne, int256 amountIn, uint160 sqrtPriceLimitX96, bytes callData) returns (int256, int256)',
])

export const providerAbi = parseAbi([
  'function provide(address token0, address token1, uint24 fee, uint160 sqrtPriceX96, uint256 amount0, uint256 amount1) returns (address)',
])

export const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Single order) view returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 crossed, uint256 gas)',
  'function quoteExactInput(bytes path, uint256 amountIn) view returns (uint256 amountOut, uint160[] prices, uint32[] crossed, uint256 gas)',
])

export const rangeRouterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Along { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function factory() view returns (address)',
  'function WETH9() view returns (address)',
  'function exactInputSingle(Single order) payable returns (uint256)',
  'function exactInput(Along order) payable returns (uint256)',
  'function multicall(bytes[] calls) payable returns (bytes[])',
  'function multicall(uint256 deadline, bytes[] calls) payable returns (bytes[])',
  'function unwrapWETH9(uint256 minimum, address recipient) payable',
  'function refundETH() payable',
  'function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes callData)',
])

export const collectionAbi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenURI(uint256 id) view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function mint(address to) returns (uint256)',
  'function approve(address spender, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function setBaseUri(string base)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
])

export const editionsAbi = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function balanceOfBatch(address[] owners, uint256[] ids) view returns (uint256[])',
  'function uri(uint256 id) view returns (string)',
  'function mint(address to, uint256 id, uint256 value)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes extra)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes extra)',
])

export const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function setOwner(bytes32 node, address holder)',
  'function setResolver(bytes32 node, address resolver)',
  'function setSubnodeRecord(bytes32 node, bytes32 label, address holder, address resolver, uint64 ttl)',
])

export const resolverAbi = parseAbi([
  'function setAddr(bytes32 node, address target)',
  'function setText(bytes32 node, string key, string value)',
  'function setName(bytes32 node, string value)',
])

export const offchainResolverAbi = parseAbi([
  'function resolve(bytes name, bytes question) view returns (bytes)',
  'function resolveWithProof(bytes response, bytes extraData) view returns (bytes)',
  'function gateways() view returns (string[])',
  'function signers(address signer) view returns (bool)',
  'function setUrls(string[] urls)',
  'function setSigner(address signer, bool trusted)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])

export const accountFactoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address account)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
  'function implementation() view returns (address)',
])

export const smartAccountAbi = parseAbi([
  'function execute(bytes32 mode, bytes executionData) payable',
  'function supportsExecutionMode(bytes32 mode) view returns (bool)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function signer() view returns (address)',
  'function entryPoint() view returns (address)',
  'error AccountUnauthorized(address sender)',
])
