// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangeFactory, ExchangePair, Pay} from "./Exchange.sol";

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 value) external;
}

/// What users call: swaps along a path of pools, and liquidity, with limits and a deadline. Of Uniswap v2's router all but the swaps of
/// tokens for an exact amount out.
contract ExchangeRouter {
    address public immutable factory;
    address public immutable WETH;

    modifier before(uint256 deadline) {
        require(block.timestamp <= deadline, "Router: expired");
        _;
    }

    constructor(address factory_, address wrapped) {
        factory = factory_;
        WETH = wrapped;
    }

    /// Only the wrapped token pays this contract.
    receive() external payable {
        require(msg.sender == WETH, "Router: not for you");
    }

    // Liquidity

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 wantedA,
        uint256 wantedB,
        uint256 minimumA,
        uint256 minimumB,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        (amountA, amountB) = _proportion(tokenA, tokenB, wantedA, wantedB, minimumA, minimumB);
        address pair = _pair(tokenA, tokenB);
        Pay.pull(tokenA, msg.sender, pair, amountA);
        Pay.pull(tokenB, msg.sender, pair, amountB);
        liquidity = ExchangePair(pair).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 wantedToken,
        uint256 minimumToken,
        uint256 minimumEth,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256 amountToken, uint256 amountEth, uint256 liquidity) {
        (amountToken, amountEth) = _proportion(token, WETH, wantedToken, msg.value, minimumToken, minimumEth);
        address pair = _pair(token, WETH);
        Pay.pull(token, msg.sender, pair, amountToken);
        IWrapped(WETH).deposit{value: amountEth}();
        Pay.send(WETH, pair, amountEth);
        liquidity = ExchangePair(pair).mint(to);
        if (msg.value > amountEth) _sendEth(msg.sender, msg.value - amountEth);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 minimumA,
        uint256 minimumB,
        address to,
        uint256 deadline
    ) public before(deadline) returns (uint256 amountA, uint256 amountB) {
        address pair = _pair(tokenA, tokenB);
        ExchangePair(pair).transferFrom(msg.sender, pair, liquidity);
        (uint256 amount0, uint256 amount1) = ExchangePair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        require(amountA >= minimumA && amountB >= minimumB, "Router: too little comes out");
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 minimumToken,
        uint256 minimumEth,
        address to,
        uint256 deadline
    ) external returns (uint256 amountToken, uint256 amountEth) {
        (amountToken, amountEth) = removeLiquidity(token, WETH, liquidity, minimumToken, minimumEth, address(this), deadline);
        Pay.send(token, to, amountToken);
        IWrapped(WETH).withdraw(amountEth);
        _sendEth(to, amountEth);
    }

    // Swaps with what goes in given

    function swapExactTokensForTokens(uint256 amountIn, uint256 minimum, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactIn(amountIn, minimum, path);
        _takeFirst(amounts, path);
        _swap(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 minimum, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactIn(msg.value, minimum, path);
        _payEth(path, msg.value);
        _swap(amounts, path, to);
    }

    function swapExactTokensForETH(uint256 amountIn, uint256 minimum, address[] calldata path, address to, uint256 deadline)
        external
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactIn(amountIn, minimum, path);
        _takeFirst(amounts, path);
        _swapToEth(amounts, path, to);
    }

    // Swaps with what comes out given

    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        amounts = _exactOut(amountOut, msg.value, path);
        _payEth(path, amounts[0]);
        _swap(amounts, path, to);
        if (msg.value > amounts[0]) _sendEth(msg.sender, msg.value - amounts[0]);
    }

    // Questions

    /// What is worth as much, at the pool's present price.
    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) public pure returns (uint256) {
        require(amountA > 0 && reserveA > 0 && reserveB > 0, "Router: nothing to compare");
        return (amountA * reserveB) / reserveA;
    }

    /// Keeps (x + 0.997 in) (y - out) at x y.
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(amountIn > 0, "Router: nothing goes in");
        require(reserveIn > 0 && reserveOut > 0, "Router: not enough liquidity");
        uint256 taxed = amountIn * 997;
        return (taxed * reserveOut) / (reserveIn * 1000 + taxed);
    }

    /// The least that buys `amountOut`.
    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        require(amountOut > 0, "Router: nothing comes out");
        require(reserveIn > 0 && reserveOut > amountOut, "Router: not enough liquidity");
        return (reserveIn * amountOut * 1000) / ((reserveOut - amountOut) * 997) + 1;
    }

    function getAmountsOut(uint256 amountIn, address[] memory path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, "Router: path too short");
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 0; i + 1 < path.length; ++i) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            amounts[i + 1] = getAmountOut(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] memory path) public view returns (uint256[] memory amounts) {
        require(path.length >= 2, "Router: path too short");
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; --i) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i - 1], path[i]);
            amounts[i - 1] = getAmountIn(amounts[i], reserveIn, reserveOut);
        }
    }

    // Inside

    function _exactIn(uint256 amountIn, uint256 minimum, address[] calldata path) private view returns (uint256[] memory amounts) {
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= minimum, "Router: too little comes out");
    }

    function _exactOut(uint256 amountOut, uint256 maximum, address[] calldata path) private view returns (uint256[] memory amounts) {
        amounts = getAmountsIn(amountOut, path);
        require(amounts[0] <= maximum, "Router: too much goes in");
    }

    /// The sender pays the first pool.
    function _takeFirst(uint256[] memory amounts, address[] calldata path) private {
        Pay.pull(path[0], msg.sender, _pair(path[0], path[1]), amounts[0]);
    }

    /// The first pool is paid already; each pool pays the next one.
    function _swap(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i = 0; i + 1 < path.length; ++i) {
            bool ascending = path[i] < path[i + 1];
            address receiver = i + 2 < path.length ? _pair(path[i + 1], path[i + 2]) : to;
            (uint256 out0, uint256 out1) = ascending ? (uint256(0), amounts[i + 1]) : (amounts[i + 1], uint256(0));
            ExchangePair(_pair(path[i], path[i + 1])).swap(out0, out1, receiver, "");
        }
    }

    function _payEth(address[] calldata path, uint256 amount) private {
        require(path[0] == WETH, "Router: path must begin with WETH");
        IWrapped(WETH).deposit{value: amount}();
        Pay.send(WETH, _pair(path[0], path[1]), amount);
    }

    function _swapToEth(uint256[] memory amounts, address[] calldata path, address to) private {
        require(path[path.length - 1] == WETH, "Router: path must end with WETH");
        _swap(amounts, path, address(this));
        uint256 amount = amounts[amounts.length - 1];
        IWrapped(WETH).withdraw(amount);
        _sendEth(to, amount);
    }

    function _sendEth(address to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "Router: receiver refused");
    }

    function _proportion(address tokenA, address tokenB, uint256 wantedA, uint256 wantedB, uint256 minimumA, uint256 minimumB)
        private
        returns (uint256 amountA, uint256 amountB)
    {
        if (ExchangeFactory(factory).getPair(tokenA, tokenB) == address(0)) {
            ExchangeFactory(factory).createPair(tokenA, tokenB);
        }
        (uint256 reserveA, uint256 reserveB) = _reserves(tokenA, tokenB);
        if (reserveA == 0 && reserveB == 0) return (wantedA, wantedB);
        amountA = wantedA;
        amountB = quote(wantedA, reserveA, reserveB);
        if (amountB > wantedB) {
            amountB = wantedB;
            amountA = quote(wantedB, reserveB, reserveA);
        }
        require(amountA >= minimumA && amountB >= minimumB, "Router: the price has moved");
    }

    function _pair(address tokenA, address tokenB) private view returns (address pair) {
        pair = ExchangeFactory(factory).getPair(tokenA, tokenB);
        require(pair != address(0), "Router: no such pool");
    }

    function _reserves(address tokenA, address tokenB) private view returns (uint256, uint256) {
        (uint256 reserve0, uint256 reserve1, ) = ExchangePair(_pair(tokenA, tokenB)).getReserves();
        return tokenA < tokenB ? (reserve0, reserve1) : (reserve1, reserve0);
    }
}
