// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Pay} from "./Exchange.sol";
import {IWrapped} from "./ExchangeRouter.sol";
import {IMintPayer, ISwapPayer, RangeFactory, RangePool} from "./Ranges.sol";

// What users call to swap through the pools of Ranges.sol, to be quoted, and to provide liquidity.

interface ITakesPermits {
    function allowance(address owner, address spender) external view returns (uint256);
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
}

/// A way through pools: token (20 bytes), fee (3 bytes), token, …
library Path {
    function isLast(bytes memory path) internal pure returns (bool) {
        require(path.length >= 43 && (path.length - 20) % 23 == 0, "Path: malformed");
        return path.length == 43;
    }

    function first(bytes memory path) internal pure returns (address tokenIn, uint24 fee, address tokenOut) {
        assembly ("memory-safe") {
            tokenIn := shr(96, mload(add(path, 32)))
            fee := shr(232, mload(add(path, 52)))
            tokenOut := shr(96, mload(add(path, 55)))
        }
    }

    function rest(bytes memory path) internal pure returns (bytes memory shorter) {
        shorter = new bytes(path.length - 23);
        for (uint256 i = 0; i < shorter.length; ++i) shorter[i] = path[i + 23];
    }
}

/// Finds pools, and knows who may call back.
abstract contract UsesRanges {
    address public immutable factory;

    constructor(address factory_) {
        factory = factory_;
    }

    function _pool(address tokenA, address tokenB, uint24 fee) internal view returns (RangePool) {
        address pool = RangeFactory(factory).getPool(tokenA, tokenB, fee);
        require(pool != address(0), "Range: no such pool");
        return RangePool(pool);
    }

    function _limit(bool zeroForOne, uint160 wanted) internal pure returns (uint160) {
        if (wanted != 0) return wanted;
        return zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
    }
}

/// Swaps, with the part of the interface of Uniswap's SwapRouter02 that has to do with v3 pools and what comes in given.
contract RangeRouter is UsesRanges, ISwapPayer {
    address public immutable WETH9;

    /// Recipients with a meaning, so that calls need not repeat an address.
    address private constant SENDER = address(1);
    address private constant THIS = address(2);

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    constructor(address factory_, address wrapped) UsesRanges(factory_) {
        WETH9 = wrapped;
    }

    /// Only the wrapped token pays this contract.
    receive() external payable {
        require(msg.sender == WETH9, "Router: not for you");
    }

    function exactInputSingle(ExactInputSingleParams calldata order) external payable returns (uint256 amountOut) {
        bytes memory path = abi.encodePacked(order.tokenIn, order.fee, order.tokenOut);
        amountOut = _swap(path, msg.sender, order.recipient, order.amountIn, order.sqrtPriceLimitX96);
        require(amountOut >= order.amountOutMinimum, "Router: too little comes out");
    }

    function exactInput(ExactInputParams calldata order) external payable returns (uint256 amountOut) {
        bytes memory path = order.path;
        address payer = msg.sender;
        amountOut = order.amountIn;
        while (!Path.isLast(path)) {
            amountOut = _swap(path, payer, THIS, amountOut, 0);
            payer = address(this);
            path = Path.rest(path);
        }
        amountOut = _swap(path, payer, order.recipient, amountOut, 0);
        require(amountOut >= order.amountOutMinimum, "Router: too little comes out");
    }

    function multicall(uint256 deadline, bytes[] calldata calls) external payable returns (bytes[] memory) {
        require(block.timestamp <= deadline, "Router: expired");
        return multicall(calls);
    }

    /// All or nothing, each as the same sender.
    function multicall(bytes[] calldata calls) public payable returns (bytes[] memory answers) {
        answers = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool success, bytes memory answer) = address(this).delegatecall(calls[i]);
            if (!success) _fail(answer);
            answers[i] = answer;
        }
    }

    /// All wrapped coins that are here go out as coins.
    function unwrapWETH9(uint256 minimum, address recipient) public payable {
        uint256 amount = IToken(WETH9).balanceOf(address(this));
        require(amount >= minimum, "Router: too little comes out");
        if (amount == 0) return;
        IWrapped(WETH9).withdraw(amount);
        _sendEth(recipient, amount);
    }

    function unwrapWETH9(uint256 minimum) external payable {
        unwrapWETH9(minimum, msg.sender);
    }

    function refundETH() external payable {
        if (address(this).balance > 0) _sendEth(msg.sender, address(this).balance);
    }

    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) public payable {
        ITakesPermits(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    /// Does not fail when somebody else handed the permit in before.
    function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external payable {
        if (ITakesPermits(token).allowance(msg.sender, address(this)) < value) selfPermit(token, value, deadline, v, r, s);
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata callData) external {
        (bytes memory path, address payer) = abi.decode(callData, (bytes, address));
        (address tokenIn, uint24 fee, address tokenOut) = Path.first(path);
        require(msg.sender == address(_pool(tokenIn, tokenOut, fee)), "Router: not a pool");
        uint256 amount = uint256(amount0 > 0 ? amount0 : amount1);
        if (tokenIn == WETH9 && address(this).balance >= amount) {
            IWrapped(WETH9).deposit{value: amount}();
            Pay.send(WETH9, msg.sender, amount);
        } else if (payer == address(this)) {
            Pay.send(tokenIn, msg.sender, amount);
        } else {
            Pay.pull(tokenIn, payer, msg.sender, amount);
        }
    }

    /// Through the first pool of the path.
    function _swap(bytes memory path, address payer, address recipient, uint256 amountIn, uint160 limit) private returns (uint256) {
        require(amountIn <= uint256(type(int256).max), "Router: too much");
        if (recipient == SENDER) recipient = msg.sender;
        if (recipient == THIS) recipient = address(this);
        (address tokenIn, uint24 fee, address tokenOut) = Path.first(path);
        bool zeroForOne = tokenIn < tokenOut;
        bytes memory note = abi.encode(path, payer);
        (int256 amount0, int256 amount1) = _pool(tokenIn, tokenOut, fee).swap(
            recipient,
            zeroForOne,
            int256(amountIn),
            _limit(zeroForOne, limit),
            note
        );
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    function _sendEth(address to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "Router: receiver refused");
    }

    function _fail(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}

/// Says what a swap would pay by trying it and taking it back. The part of QuoterV2's interface with what comes in given; to be asked
/// by `eth_call`.
contract RangeQuoter is UsesRanges, ISwapPayer {
    struct QuoteExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    constructor(address factory_) UsesRanges(factory_) {}

    function quoteExactInputSingle(QuoteExactInputSingleParams memory order)
        public
        returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)
    {
        initializedTicksCrossed = 0; // there is only one range
        uint256 gasBefore = gasleft();
        require(order.amountIn <= uint256(type(int256).max), "Range: not enough liquidity");
        bool zeroForOne = order.tokenIn < order.tokenOut;
        RangePool pool = _pool(order.tokenIn, order.tokenOut, order.fee);
        uint160 limit = _limit(zeroForOne, order.sqrtPriceLimitX96);
        try pool.swap(address(this), zeroForOne, int256(order.amountIn), limit, "") {} catch (bytes memory reason) {
            // 64 bytes are ours; everything else is a failure, and is passed on.
            if (reason.length != 64) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
            (amountOut, sqrtPriceX96After) = abi.decode(reason, (uint256, uint160));
        }
        gasEstimate = gasBefore - gasleft();
    }

    function quoteExactInput(bytes memory path, uint256 amountIn)
        external
        returns (
            uint256 amountOut,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        uint256 hops = (path.length - 20) / 23;
        sqrtPriceX96AfterList = new uint160[](hops);
        initializedTicksCrossedList = new uint32[](hops);
        amountOut = amountIn;
        for (uint256 i = 0; i < hops; ++i) {
            (address tokenIn, uint24 fee, address tokenOut) = Path.first(path);
            uint256 gas;
            (amountOut, sqrtPriceX96AfterList[i], , gas) = quoteExactInputSingle(
                QuoteExactInputSingleParams(tokenIn, tokenOut, amountOut, fee, 0)
            );
            gasEstimate += gas;
            if (!Path.isLast(path)) path = Path.rest(path);
        }
    }

    /// Never pays: takes the answer out through the failure.
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external view {
        (uint160 price, , , , , , ) = RangePool(msg.sender).slot0();
        uint256 amountOut = uint256(-(amount0 > 0 ? amount1 : amount0));
        assembly ("memory-safe") {
            let answer := mload(64)
            mstore(answer, amountOut)
            mstore(add(answer, 32), price)
            revert(answer, 64)
        }
    }
}

/// Makes a pool at a price and fills it, in one call.
contract RangeProvider is UsesRanges, IMintPayer {
    constructor(address factory_) UsesRanges(factory_) {}

    function provide(address token0, address token1, uint24 fee, uint160 sqrtPriceX96, uint256 amount0, uint256 amount1)
        external
        returns (address)
    {
        RangePool pool = RangePool(RangeFactory(factory).createPool(token0, token1, fee));
        pool.initialize(sqrtPriceX96);
        uint256 by0 = (amount0 * sqrtPriceX96) >> 96;
        uint256 by1 = (amount1 << 96) / sqrtPriceX96;
        _fill(pool, uint128(by0 < by1 ? by0 : by1));
        return address(pool);
    }

    function _fill(RangePool pool, uint128 amount) private {
        int24 edge = (int24(887272) / pool.tickSpacing()) * pool.tickSpacing();
        pool.mint(msg.sender, -edge, edge, amount, abi.encode(pool.token0(), pool.token1(), pool.fee(), msg.sender));
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata callData) external {
        (address token0, address token1, uint24 fee, address payer) = abi.decode(callData, (address, address, uint24, address));
        require(msg.sender == address(_pool(token0, token1, fee)), "Provider: not a pool");
        Pay.pull(token0, payer, msg.sender, amount0);
        Pay.pull(token1, payer, msg.sender, amount1);
    }
}
