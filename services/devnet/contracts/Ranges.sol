// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Pay} from "./Exchange.sol";

// Pools with the interface of Uniswap v3: a price kept as a square root, four fees, callbacks that pay. Our own and much smaller:
// a pool has only the full range, so nothing is ever crossed, ticks are always reported as 0, and there are no oracles. Fees are kept
// apart from the liquidity and stay in the contract for good. What is given must be all used: there are no partial swaps, and no swaps
// with what comes out given.

interface ISwapPayer {
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata callData) external;
}

interface IMintPayer {
    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata callData) external;
}

/// Two tokens at one fee. With L the liquidity and p the square root of the price of token0 in token1, the pool is worth L / p of
/// token0 and L p of token1, and every swap keeps L.
contract RangePool {
    /// Prices beyond these are refused, as in v3.
    uint160 public constant MIN_SQRT_RATIO = 4295128739;
    uint160 public constant MAX_SQRT_RATIO = 1461446703485210103287273052203988822378723970342;
    int24 private constant MAX_TICK = 887272;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    /// In millionths.
    uint24 public immutable fee;
    int24 public immutable tickSpacing;
    uint128 public liquidity;
    mapping(address => uint128) public shares;

    uint160 private sqrtPrice;
    bool private busy;

    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    modifier alone() {
        require(!busy && sqrtPrice > 0, "Range: busy or without a price");
        busy = true;
        _;
        busy = false;
    }

    constructor(address token0_, address token1_, uint24 fee_, int24 tickSpacing_) {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
        fee = fee_;
        tickSpacing = tickSpacing_;
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (sqrtPrice, 0, 0, 1, 1, 0, !busy);
    }

    function initialize(uint160 sqrtPriceX96) external {
        require(sqrtPrice == 0, "Range: has a price");
        require(sqrtPriceX96 >= MIN_SQRT_RATIO && sqrtPriceX96 < MAX_SQRT_RATIO, "Range: no such price");
        sqrtPrice = sqrtPriceX96;
        emit Initialize(sqrtPriceX96, 0);
    }

    /// Adds `amount` of liquidity over the full range, which the sender pays for in its callback. It cannot be taken out again.
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata callData)
        external
        alone
        returns (uint256 amount0, uint256 amount1)
    {
        int24 edge = (MAX_TICK / tickSpacing) * tickSpacing;
        require(lower == -edge && upper == edge, "Range: only the full range");
        require(amount > 0, "Range: too little");
        amount0 = _up(uint256(amount) << 96, sqrtPrice);
        amount1 = _up(uint256(amount) * sqrtPrice, 1 << 96);
        liquidity += amount;
        shares[recipient] += amount;
        (uint256 had0, uint256 had1) = _balances();
        IMintPayer(msg.sender).uniswapV3MintCallback(amount0, amount1, callData);
        (uint256 has0, uint256 has1) = _balances();
        require(has0 >= had0 + amount0 && has1 >= had1 + amount1, "Range: not paid");
        emit Mint(msg.sender, recipient, lower, upper, amount, amount0, amount1);
    }

    /// Pays out, has itself paid in the sender's callback, and demands that it was. A positive answer was paid in, a negative one out.
    function swap(address recipient, bool zeroForOne, int256 amountIn, uint160 sqrtPriceLimitX96, bytes calldata callData)
        external
        alone
        returns (int256 amount0, int256 amount1)
    {
        require(amountIn > 0, "Range: nothing goes in");
        require(liquidity > 0, "Range: not enough liquidity");
        (uint160 next, uint256 amountOut) = _step(zeroForOne, uint256(amountIn));
        require(amountOut > 0, "Range: nothing comes out");
        require(zeroForOne ? next >= sqrtPriceLimitX96 : next <= sqrtPriceLimitX96, "Range: beyond the price limit");
        sqrtPrice = next;
        (address incoming, address outgoing) = zeroForOne ? (token0, token1) : (token1, token0);
        (amount0, amount1) = zeroForOne ? (amountIn, -int256(amountOut)) : (-int256(amountOut), amountIn);
        Pay.send(outgoing, recipient, amountOut);
        uint256 had = IToken(incoming).balanceOf(address(this));
        ISwapPayer(msg.sender).uniswapV3SwapCallback(amount0, amount1, callData);
        require(IToken(incoming).balanceOf(address(this)) >= had + uint256(amountIn), "Range: not paid");
        emit Swap(msg.sender, recipient, amount0, amount1, next, liquidity, 0);
    }

    /// The price after a swap and what it pays out, each rounded in favour of the pool.
    function _step(bool zeroForOne, uint256 amountIn) private view returns (uint160 next, uint256 amountOut) {
        require(amountIn <= type(uint128).max, "Range: not enough liquidity");
        uint256 used = (amountIn * (1_000_000 - fee)) / 1_000_000;
        uint256 whole = uint256(liquidity) << 96;
        uint256 price = sqrtPrice;
        uint256 moved = zeroForOne ? _up(whole, whole / price + used) : price + (used << 96) / liquidity;
        require(moved > MIN_SQRT_RATIO && moved < MAX_SQRT_RATIO, "Range: not enough liquidity");
        if (zeroForOne) amountOut = price > moved ? (uint256(liquidity) * (price - moved)) >> 96 : 0;
        else if (whole / price > _up(whole, moved)) amountOut = whole / price - _up(whole, moved);
        next = uint160(moved);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function _up(uint256 part, uint256 whole) private pure returns (uint256) {
        return part == 0 ? 0 : (part - 1) / whole + 1;
    }
}

/// Makes and finds the pools: one for two tokens and a fee.
contract RangeFactory {
    mapping(address => mapping(address => mapping(uint24 => address))) public getPool;
    mapping(uint24 => int24) public feeAmountTickSpacing;

    event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool);

    constructor() {
        feeAmountTickSpacing[100] = 1;
        feeAmountTickSpacing[500] = 10;
        feeAmountTickSpacing[3000] = 60;
        feeAmountTickSpacing[10000] = 200;
    }

    function createPool(address tokenA, address tokenB, uint24 fee) external returns (address pool) {
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        require(token0 != address(0) && token0 != token1, "Range: two tokens are needed");
        int24 spacing = feeAmountTickSpacing[fee];
        require(spacing != 0, "Range: no such fee");
        require(getPool[token0][token1][fee] == address(0), "Range: pool exists");
        pool = address(new RangePool(token0, token1, fee, spacing));
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, spacing, pool);
    }
}
